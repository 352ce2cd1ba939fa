/** From the lines of a move to beats: what is shown, in which order, and what the table looks like after each. */
import type { Line, Seat, View } from '../../lib/protocol';
import { kindOf } from './cards';
import { COMMUNITY_PILE, DRAW_PILE, flipStack, FROM_DRAW_PILE, FROM_HAND, HAND, movePile, putCard, seeInStack, setFacts, STACK, STACKS, takeCard, takeFromDrawPile, TRASH_PILE, tuckCard, turnUp } from './model';

export interface SeenCard {
  height: number;
  face: number;
}

export type TuckItBeat = { lines: Line[] } & (
  | { kind: 'deal'; hands: { seat: Seat; n: number; faces: number[] }[] }
  | { kind: 'place'; seat: Seat; number: number }
  | { kind: 'show'; seat: Seat; source: number; face: number }
  | { kind: 'turn up'; cards: { seat: Seat; number: number; face: number }[] }
  | { kind: 'play'; seat: Seat; face: number; source: number }
  | { kind: 'reveal'; seat: Seat; face: number }
  | { kind: 'take revealed'; seat: Seat; face: number }
  | { kind: 'trash revealed'; face: number }
  | { kind: 'take pile'; seat: Seat; n: number }
  | { kind: 'tuck'; seat: Seat; number: number; face: number }
  | { kind: 'draw'; seat: Seat; n: number; faces: number[] }
  | { kind: 'get'; face: number }
  | { kind: 'trash'; n: number }
  | { kind: 'take top'; seat: Seat; number: number; face: number }
  | { kind: 'flip'; seat: Seat; owner: Seat; number: number; seen: SeenCard[] }
  | { kind: 'see'; seat: Seat; number: number; seen: SeenCard[] }
  | { kind: 'roll'; seat: Seat; pips: number }
  | { kind: 'way'; way: number }
  | { kind: 'strike'; seat: Seat }
  | { kind: 'flag'; seat: Seat; flag: string }
  | { kind: 'turn'; seat: Seat }
  | { kind: 'say' }
);

export const eventOf = (line: Line): string => line.event.toLowerCase().replace(/[\s-]+/g, '_');
const DEAL = new Set(['dealt_out', 'your_card', 'build_stacks']);
/** A word over a seat's Stacks. */
const FLAGS: Record<string, string> = { tied: 'tied', starts: 'starts', skipped: 'skipped', declined: 'does not play', four_of_a_kind: 'four of a kind!', stacks_ready: 'ready', chose_reveal: 'has chosen', no_flip: 'flips nothing', took_no_top: 'takes nothing', won: 'wins!' };

export function plan(lines: Line[], _view: View): TuckItBeat[] {
  const beats: TuckItBeat[] = [];
  let revealed = -1;
  for (const line of lines) {
    const { seat = -1, card: face = -1, stack: number = -1, source = -1, n = 0, way = 0, owner = -1, height = 0 } = line.numbers;
    const event = eventOf(line);
    const last = beats[beats.length - 1];
    const add = (beat: TuckItBeat): void => void beats.push(beat);
    const own = [line];
    switch (event) {
      case 'dealt_out':
        if (last?.kind === 'deal') {
          last.hands.push({ seat, n, faces: [] });
          last.lines.push(line);
        } else add({ kind: 'deal', hands: [{ seat, n, faces: [] }], lines: own });
        break;
      case 'your_card':
        if (last?.kind === 'deal' || last?.kind === 'draw') {
          (last.kind === 'deal' ? last.hands[last.hands.length - 1]! : last).faces.push(face);
          last.lines.push(line);
        } else add({ kind: 'get', face, lines: own }); // Phase 2 began while cards were drawn
        break;
      case 'placed': add({ kind: 'place', seat, number, lines: own }); break;
      case 'showed': add({ kind: 'show', seat, source, face, lines: own }); break;
      case 'turned_up':
        if (last?.kind === 'turn up') {
          last.cards.push({ seat, number, face });
          last.lines.push(line);
        } else add({ kind: 'turn up', cards: [{ seat, number, face }], lines: own });
        break;
      case 'played': add({ kind: 'play', seat, face, source, lines: own }); break;
      case 'revealed':
        revealed = face;
        add({ kind: 'reveal', seat, face, lines: own });
        break;
      case 'took_revealed': add({ kind: 'take revealed', seat, face, lines: own }); break;
      case 'trashed_skip':
        if (last?.kind === 'play') last.lines.push(line);
        else add({ kind: 'trash revealed', face: revealed, lines: own });
        break;
      case 'took_pile': add({ kind: 'take pile', seat, n, lines: own }); break;
      case 'you_tucked': add({ kind: 'tuck', seat: -1, number, face, lines: own }); break;
      case 'tucked':
        if (last?.kind === 'tuck' && last.seat < 0) {
          last.seat = seat;
          last.lines.push(line);
        } else add({ kind: 'tuck', seat, number, face: -1, lines: own });
        break;
      case 'drew': add({ kind: 'draw', seat, n, faces: [], lines: own }); break;
      case 'trashed': add({ kind: 'trash', n, lines: own }); break;
      case 'took_top': add({ kind: 'take top', seat, number, face, lines: own }); break;
      case 'flipped': add({ kind: 'flip', seat, owner, number, seen: [], lines: own }); break;
      case 'flip_showed':
        if ((last?.kind === 'flip' && last.owner === seat) || (last?.kind === 'see' && last.seat === seat)) {
          last.seen.push({ height, face });
          last.lines.push(line);
        } else add({ kind: 'see', seat, number, seen: [{ height, face }], lines: own });
        break;
      case 'rolled':
      case 'setup_rolled': add({ kind: 'roll', seat, pips: n, lines: own }); break;
      case 'direction_set':
      case 'reversed': add({ kind: 'way', way, lines: own }); break;
      case 'dark_q_struck': add({ kind: 'strike', seat, lines: own }); break;
      case 'next_turn': add({ kind: 'turn', seat, lines: own }); break;
      default:
        if (FLAGS[event]) add({ kind: 'flag', seat, flag: FLAGS[event], lines: own });
        else add({ kind: 'say', lines: own });
    }
  }
  return beats;
}

/** Where a played card lies afterwards: a Skip card never comes onto the pile. */
export const landing = (face: number): number => (kindOf(face)?.look === 'skip' ? TRASH_PILE : COMMUNITY_PILE);

/** The table without the card that is about to be played. */
export function lifted(view: View, beat: { seat: Seat; face: number; source: number }): View {
  if (beat.source === FROM_DRAW_PILE) return view;
  return beat.source === FROM_HAND ? takeCard(view, HAND, beat.seat, beat.face) : takeCard(view, STACK + beat.source, beat.seat);
}

export function patch(view: View, beat: TuckItBeat): View {
  switch (beat.kind) {
    case 'deal':
      return beat.hands.reduce((now, hand) => drawn(now, hand.seat, hand.n, hand.faces), view);
    case 'place': // which card it is, the next view says; the nearest guess is none
      return view;
    case 'show':
      return beat.source < STACKS ? turnUp(view, beat.seat, beat.source, beat.face) : view;
    case 'turn up':
      return beat.cards.reduce((now, card) => turnUp(now, card.seat, card.number, card.face), view);
    case 'play':
      return putCard(lifted(view, beat), landing(beat.face), -1, beat.face, true);
    case 'reveal':
      return takeFromDrawPile(view);
    case 'take revealed':
      return putCard(view, HAND, beat.seat, beat.face);
    case 'trash revealed':
      return putCard(view, TRASH_PILE, -1, beat.face, true);
    case 'take pile':
      return movePile(view, HAND, beat.seat);
    case 'tuck':
      return tuckCard(takeCard(view, HAND, beat.seat, beat.face), beat.seat, beat.number, beat.face);
    case 'draw':
      return drawn(view, beat.seat, beat.n, beat.faces);
    case 'get':
      return putCard(view, HAND, view.viewer, beat.face);
    case 'trash':
      return movePile(view, TRASH_PILE, -1);
    case 'take top': {
      const top = view.zones.find((z) => z.zone === STACK + beat.number && z.owner === beat.seat)?.groups[0]?.[0] ?? -1;
      return putCard(takeCard(view, STACK + beat.number, beat.seat), HAND, beat.seat, beat.face >= 0 ? beat.face : top);
    }
    case 'flip':
      return seen(flipStack(view, beat.owner, beat.number), beat.owner, beat.number, beat.seen);
    case 'see':
      return seen(view, beat.seat, beat.number, beat.seen);
    case 'roll':
      return setFacts(view, { die: beat.pips });
    case 'way':
      return setFacts(view, { direction: beat.way === 0 ? 1 : -1 });
    case 'strike': {
      const dark = view.zones.find((z) => z.zone === COMMUNITY_PILE)?.groups[0]?.[0] ?? -1;
      return putCard(takeCard(view, COMMUNITY_PILE, -1), TRASH_PILE, -1, dark, true);
    }
    case 'turn':
      return { ...setFacts(view, { turn: beat.seat }), asks: [beat.seat], choices: [] };
    default:
      return view;
  }
}

function drawn(view: View, seat: Seat, n: number, faces: readonly number[]): View {
  const taken = takeFromDrawPile(view, n);
  return seat === view.viewer ? faces.reduce((now, face) => putCard(now, HAND, seat, face), taken) : putCard(taken, HAND, seat, -1, false, n);
}

function seen(view: View, owner: Seat, number: number, cards: readonly SeenCard[]): View {
  return cards.reduce((now, { height, face }) => seeInStack(now, owner, number, height, face), view);
}

/** The table before the deal: empty hands, all cards in the Draw Pile. Null if more than a deal has happened. */
export function blank(lines: Line[], view: View): View | null {
  if (lines.length === 0 || !lines.every((line) => DEAL.has(eventOf(line)))) return null;
  const dealt = view.zones.filter((z) => z.zone === HAND).reduce((n, z) => n + z.size, 0);
  return {
    ...view,
    choices: [],
    asks: [],
    zones: view.zones.map((z) => (z.zone === DRAW_PILE ? { ...z, size: z.size + dealt } : z.zone === HAND ? { ...z, size: 0, groups: [] } : z)),
  };
}
