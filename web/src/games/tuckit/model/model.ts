/** A view of Tuck It, read into piles, hands and Stacks. */
import type { Seat, View, Zone } from '../../../lib/protocol';
import type { Choice } from '../../../lib/language/speaking';
import { kindOf, worthOf, type Kind } from '../cards/cards';
import { MARK, MOST, SHIFT, STAGE, ZONE, type Fact, type Verb } from './names';

export const STACKS = ZONE.stack3 - ZONE.stack1 + 1;

export interface Card {
  /** Null: the viewer does not know it. */
  kind: Kind | null;
  up: boolean;
  gears: number;
}

export interface HandCards {
  kind: Kind;
  n: number;
  gears: number;
}

export interface Player {
  seat: Seat;
  hand: HandCards[];
  handSize: number;
  /** Each from its top. */
  stacks: Card[][];
}

export interface Model {
  /** Without the card that is being revealed. */
  drawPile: number;
  pile: Card[];
  pileSize: number;
  trash: Card[];
  trashSize: number;
  players: Player[];
  turn: Seat;
  stage: number;
  direction: number;
  phase: number;
  die: number;
  dieCounts: boolean;
  waiting: Seat[];
  /** The Stack under which the viewer is tucking a card, or -1. */
  tucksUnder: number;
  /** The Stack that the viewer will reveal, or none of them. */
  chosen: number;
}

const gearsIn = (marks: number): number => (marks >> SHIFT.gears) & MOST.gears;
const cardOf = ([face, , marks]: Zone['groups'][number]): Card => ({ kind: kindOf(face), up: (marks & MARK.faceUp) !== 0, gears: gearsIn(marks) });
const zoneOf = (view: View, zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);

/** What a zone holds; cards that are not laid out one by one (a pile that may not be looked through) are left out. */
const cardsIn = (view: View, zone: number, owner: Seat): Card[] => (zoneOf(view, zone, owner)?.groups ?? []).map(cardOf);
export const sizeOf = (view: View, zone: number, owner: Seat = -1): number => zoneOf(view, zone, owner)?.size ?? 0;

function handOf(zone: Zone | undefined): HandCards[] {
  const cards: HandCards[] = [];
  for (const [face, n, marks] of zone?.groups ?? []) {
    const kind = kindOf(face);
    if (!kind) continue;
    const same = cards.find((group) => group.kind === kind);
    if (same) same.n += n;
    else cards.push({ kind, n, gears: gearsIn(marks) });
  }
  return cards.sort((a, b) => worthOf(a.kind) - worthOf(b.kind) || a.kind.face - b.kind.face);
}

export const factOf = (view: View, name: Fact): number => view.facts[name] ?? 0;

export function modelOf(view: View): Model {
  const fact = (name: Fact): number => factOf(view, name);
  const seats = view.zones.filter((z) => z.zone === ZONE.hand).map((z) => z.owner);
  return {
    drawPile: sizeOf(view, ZONE.drawPile) - cardsIn(view, ZONE.drawPile, -1).length,
    pile: cardsIn(view, ZONE.communityPile, -1),
    pileSize: sizeOf(view, ZONE.communityPile),
    trash: cardsIn(view, ZONE.trashPile, -1),
    trashSize: sizeOf(view, ZONE.trashPile),
    players: seats.map((seat) => ({
      seat,
      hand: handOf(zoneOf(view, ZONE.hand, seat)),
      handSize: sizeOf(view, ZONE.hand, seat),
      stacks: Array.from({ length: STACKS }, (_, n) => cardsIn(view, ZONE.stack1 + n, seat)),
    })),
    turn: fact('turn'),
    stage: fact('stage'),
    direction: fact('direction'),
    phase: fact('phase'),
    die: fact('die'),
    dieCounts: fact('die counts') !== 0,
    waiting: seats.filter((seat) => (fact('waiting') >> seat) & 1),
    tucksUnder: fact('tucks under'),
    chosen: fact('chosen'),
  };
}

/** Before the first turn; the stages are in the order of a game. */
export const isSetup = (stage: number): boolean => stage < STAGE.turn;

/** Who plays after this turn, as long as no card says otherwise; -1 before the first turn. */
export function nextSeat(model: Model): Seat {
  const n = model.players.length;
  return isSetup(model.stage) || model.stage === STAGE.over ? -1 : (model.turn + model.direction + n) % n;
}

export const isPile = ({ zone }: Zone): boolean => zone === ZONE.communityPile || zone === ZONE.trashPile;

/** Where a card was before it went onto a pile: the place that has fewer cards now. */
export const leftBy = (before: View, after: View): Zone | undefined => before.zones.find((zone) => !isPile(zone) && sizeOf(after, zone.zone, zone.owner) < zone.size);

// ------------------------------------------------------------------------------ choices
/** Something to choose, before the room has offered it. */
export interface Wanted {
  verb: Verb;
  numbers?: Readonly<Record<string, number>>;
}

export const find = (choices: readonly Choice[], { verb, numbers = {} }: Wanted): Choice | undefined =>
  choices.find((choice) => choice.verb === verb && Object.entries(numbers).every(([name, number]) => choice.numbers[name] === number));

export const theCard = (kind: Kind): Wanted => ({ verb: 'card', numbers: { card: kind.face } });
export const theStack = (stack: number): Wanted => ({ verb: 'stack', numbers: { stack } });
export const theFlip = (player: Seat, stack: number): Wanted => ({ verb: 'flip', numbers: { player, stack } });
