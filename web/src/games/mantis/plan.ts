/** From the lines of a move to beats: what is shown, in which order, and what the table looks like after each. */
import type { Line, Seat, View } from '../../lib/protocol';
import { addToScore, addToTank, DRAW_PILE, giveTurn, SCORE_PILE, takeFromPile, TANK, UNSEEN, uncover } from './model';

export interface DealtCard {
  seat: Seat;
  colour: number;
  back: number;
}

export type MantisBeat = { lines: Line[] } & (
  | { kind: 'deal'; cards: DealtCard[] }
  | { kind: 'reveal'; by: Seat; seat: Seat; colour: number; back: number; match: boolean }
  | { kind: 'stay'; seat: Seat; colour: number; by: Seat }
  | { kind: 'score'; seat: Seat; colour: number; n: number }
  | { kind: 'steal'; seat: Seat; target: Seat; colour: number; n: number }
  | { kind: 'next'; back: number }
  | { kind: 'turn'; seat: Seat; again: boolean }
  | { kind: 'say' }
);

export const eventOf = (line: Line): string => line.event.toLowerCase().replace(/[\s-]+/g, '_');
const DEAL = new Set(['started', 'dealt', 'next_back']);

export function plan(lines: Line[], _view: View): MantisBeat[] {
  const beats: MantisBeat[] = [];
  let tried: Line | null = null;
  let by: Seat = -1;
  lines.forEach((line, i) => {
    const { seat = -1, target = -1, front = -1, back = -1, n = 0 } = line.numbers;
    const last = beats[beats.length - 1];
    switch (eventOf(line)) {
      case 'dealt':
        if (last?.kind === 'deal') {
          last.cards.push({ seat, colour: front, back });
          last.lines.push(line);
        } else beats.push({ kind: 'deal', cards: [{ seat, colour: front, back }], lines: [line] });
        break;
      case 'tried_to_score':
      case 'tried_to_steal':
        tried = line;
        by = seat;
        break;
      case 'revealed': {
        const outcome = eventOf(lines[i + 1] ?? line);
        const match = outcome === 'scored' || outcome === 'stole';
        beats.push({ kind: 'reveal', by: tried ? by : seat, seat, colour: front, back, match, lines: tried ? [tried, line] : [line] });
        tried = null;
        break;
      }
      case 'stayed':
        beats.push({ kind: 'stay', seat, colour: front, by, lines: [line] });
        break;
      case 'scored':
        beats.push({ kind: 'score', seat, colour: front, n, lines: [line] });
        break;
      case 'stole':
        beats.push({ kind: 'steal', seat, target, colour: front, n, lines: [line] });
        break;
      case 'next_back':
        beats.push({ kind: 'next', back, lines: [line] });
        break;
      case 'extra_turn':
        beats.push({ kind: 'turn', seat, again: true, lines: [line] });
        break;
      case 'next_turn':
        beats.push({ kind: 'turn', seat, again: false, lines: [line] });
        break;
      default:
        beats.push({ kind: 'say', lines: [line] });
    }
  });
  if (tried) beats.push({ kind: 'say', lines: [tried] });
  return beats;
}

export function patch(view: View, beat: MantisBeat): View {
  switch (beat.kind) {
    case 'deal':
      return beat.cards.reduce((now, card) => dealOne(now, card), view);
    case 'reveal': // the card is in the air until the next beat says what becomes of it
      return takeFromPile(view, beat.back, beat.colour);
    case 'stay':
      return addToTank(view, beat.seat, beat.colour, 1);
    case 'score':
      return addToScore(addToTank(view, beat.seat, beat.colour, 1 - beat.n), beat.seat, beat.n);
    case 'steal':
      return addToTank(addToTank(view, beat.target, beat.colour, 1 - beat.n), beat.seat, beat.colour, beat.n);
    case 'next':
      return uncover(view, beat.back);
    case 'turn':
      return giveTurn(view, beat.seat, beat.again);
    default:
      return view;
  }
}

function dealOne(view: View, card: DealtCard): View {
  return addToTank(takeFromPile(view, card.back, card.colour), card.seat, card.colour, 1);
}

/** The table before the deal: empty Tanks, all cards in the pile. Null if more than a deal has happened. */
export function blank(lines: Line[], view: View): View | null {
  const dealt = lines.filter((line) => eventOf(line) === 'dealt').length;
  if (dealt === 0 || !lines.every((line) => DEAL.has(eventOf(line)))) return null;
  return {
    ...view,
    choices: [],
    asks: [],
    zones: view.zones.map((z) => {
      if (z.zone === DRAW_PILE) return { ...z, size: z.size + dealt, groups: [] };
      if (z.zone === TANK) return { ...z, size: 0, groups: [] };
      if (z.zone === SCORE_PILE) return { ...z, size: 0 };
      return z.zone === UNSEEN ? { ...z, groups: [] } : z;
    }),
  };
}
