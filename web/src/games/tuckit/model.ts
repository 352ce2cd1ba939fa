/** A view of Tuck It, read into piles, hands and Stacks, and small changes to it for the show. */
import type { Choice, Group, Seat, View, Zone } from '../../lib/protocol';
import { kindOf, KINDS, type Kind } from './cards';

export const DRAW_PILE = 0;
export const COMMUNITY_PILE = 1;
export const TRASH_PILE = 2;
export const HAND = 3;
export const STACK = 4;
export const STACKS = 3;
const FACE_UP = 1;
const GEARS_SHIFT = 2;

/** What is being decided, in the order of the game's stages. */
export const STAGES = ['building', 'revealing', 'tie', 'direction', 'turn', 'adding', 'must tuck', 'flip', 'take', 'last tucks', 'over'] as const;
export type StageName = (typeof STAGES)[number];
/** Where a played card comes from: a Stack by its number, or one of these. */
export const FROM_HAND = 3;
export const FROM_DRAW_PILE = 4;

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
  drawPile: number;
  pile: Card[];
  pileSize: number;
  trash: Card[];
  trashSize: number;
  players: Player[];
  turn: Seat;
  stage: StageName;
  direction: number;
  phase: number;
  die: number;
  dieCounts: boolean;
  single: boolean;
  takesPile: boolean;
  nineOrLess: boolean;
  laid: number;
  source: number;
  waiting: Seat[];
  /** The Stack under which the viewer is tucking a card, or -1. */
  tucksUnder: number;
  /** What the viewer will reveal: a Stack, a hand card (FROM_HAND), or -1. */
  chosen: number;
}

const cardOf = ([face, , marks]: Group): Card => ({ kind: kindOf(face), up: (marks & FACE_UP) !== 0, gears: marks >> GEARS_SHIFT });
const zoneOf = (view: View, zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);

/** What a zone holds; cards that are not laid out one by one (a pile that may not be looked through) are left out. */
const cardsIn = (view: View, zone: number, owner: Seat): Card[] => (zoneOf(view, zone, owner)?.groups ?? []).map(cardOf);

function handOf(zone: Zone | undefined): HandCards[] {
  const cards: HandCards[] = [];
  for (const [face, n, marks] of zone?.groups ?? []) {
    const kind = kindOf(face);
    if (!kind) continue;
    const same = cards.find((group) => group.kind === kind);
    if (same) same.n += n;
    else cards.push({ kind, n, gears: marks >> GEARS_SHIFT });
  }
  const worth = (kind: Kind): number => Math.max(0, ...kind.values);
  return cards.sort((a, b) => worth(a.kind) - worth(b.kind) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

export function modelOf(view: View): Model {
  const fact = (name: string): number => view.facts[name] ?? 0;
  const seats = view.zones.filter((z) => z.zone === HAND).map((z) => z.owner);
  return {
    drawPile: zoneOf(view, DRAW_PILE, -1)?.size ?? 0,
    pile: cardsIn(view, COMMUNITY_PILE, -1),
    pileSize: zoneOf(view, COMMUNITY_PILE, -1)?.size ?? 0,
    trash: cardsIn(view, TRASH_PILE, -1),
    trashSize: zoneOf(view, TRASH_PILE, -1)?.size ?? 0,
    players: seats.map((seat) => ({
      seat,
      hand: handOf(zoneOf(view, HAND, seat)),
      handSize: zoneOf(view, HAND, seat)?.size ?? 0,
      stacks: Array.from({ length: STACKS }, (_, n) => cardsIn(view, STACK + n, seat)),
    })),
    turn: fact('turn'),
    stage: STAGES[fact('stage')] ?? 'over',
    direction: fact('direction'),
    phase: fact('phase'),
    die: fact('die'),
    dieCounts: fact('die counts') !== 0,
    single: fact('single card') !== 0,
    takesPile: fact('takes the pile') !== 0,
    nineOrLess: fact('nine or less') !== 0,
    laid: fact('laid'),
    source: fact('source'),
    waiting: seats.filter((seat) => (fact('waiting') >> seat) & 1),
    tucksUnder: view.facts['tucks under'] ?? -1,
    chosen: view.facts['chosen'] ?? -1,
  };
}

export const isSetup = (stage: StageName): boolean => ['building', 'revealing', 'tie', 'direction'].includes(stage);

/** Who plays after this turn, as long as no card says otherwise; -1 before the first turn. */
export function nextSeat(model: Model): Seat {
  const n = model.players.length;
  return isSetup(model.stage) || model.stage === 'over' ? -1 : (model.turn + model.direction + n) % n;
}

// ------------------------------------------------------------------------------ choices
export const find = (choices: readonly Choice[], notation: string): Choice | undefined => choices.find((choice) => choice.notation === notation);
export const stackNotation = (number: number): string => `stack ${number + 1}`;
export const flipNotation = (seat: Seat, number: number): string => `flip ${seat + 1} stack ${number + 1}`;
export const turnUpNotation = (number: number): string => `turn up ${number + 1}`;

// ------------------------------------------------------------------------------ changes
function change(view: View, zone: number, owner: Seat, how: (zone: Zone) => Zone): View {
  return { ...view, zones: view.zones.map((z) => (z.zone === zone && z.owner === owner ? how(z) : z)) };
}

/** Take a card away: from a hand the one with this face (or an unseen one), from elsewhere the top card. */
export function takeCard(view: View, zone: number, owner: Seat, face = -1): View {
  return change(view, zone, owner, (z) => {
    const at = zone === HAND ? Math.max(z.groups.findIndex((group) => group[0] === face), z.groups.findIndex((group) => group[0] === -1)) : 0;
    const groups = z.groups.flatMap((group, i): Group[] => (i !== at ? [group] : group[1] > 1 ? [[group[0], group[1] - 1, group[2]]] : []));
    return { ...z, size: Math.max(0, z.size - 1), groups };
  });
}

/** Put a card on top: of a pile or a Stack, or into a hand. */
export function putCard(view: View, zone: number, owner: Seat, face: number, up = false, n = 1): View {
  const shown = zone === HAND && owner !== view.viewer ? -1 : face;
  return change(view, zone, owner, (z) => {
    const same = z.groups.findIndex((group) => group[0] === shown);
    const groups: Group[] = zone === HAND && same >= 0 ? z.groups.map((group, i): Group => (i === same ? [group[0], group[1] + n, group[2]] : group)) : [[shown, n, up ? FACE_UP : 0], ...z.groups];
    return { ...z, size: z.size + n, groups };
  });
}

/** Put a card face down under a Stack. */
export function tuckCard(view: View, owner: Seat, number: number, face: number): View {
  return change(view, STACK + number, owner, (z) => ({ ...z, size: z.size + 1, groups: [...z.groups, [face, 1, 0]] }));
}

/** Move all cards of the Community Pile, from its top: into a hand, or to the Trash Pile. */
export function movePile(view: View, zone: number, owner: Seat): View {
  const pile = zoneOf(view, COMMUNITY_PILE, -1);
  if (!pile) return view;
  const emptied = change(view, COMMUNITY_PILE, -1, (z) => ({ ...z, size: 0, groups: [] }));
  const unseen = pile.size - pile.groups.length;
  const moved = pile.groups.reduce((now, [face]) => putCard(now, zone, owner, face, zone === TRASH_PILE), emptied);
  return unseen > 0 ? change(moved, zone, owner, (z) => ({ ...z, size: z.size + unseen })) : moved;
}

export function takeFromDrawPile(view: View, n = 1): View {
  return change(view, DRAW_PILE, -1, (z) => ({ ...z, size: Math.max(0, z.size - n) }));
}

/** Turn the top card of a Stack face up. */
export function turnUp(view: View, owner: Seat, number: number, face: number): View {
  return change(view, STACK + number, owner, (z) => ({ ...z, groups: z.groups.map((group, i): Group => (i === 0 ? [face, 1, group[2] | FACE_UP] : group)) }));
}

/** Turn a whole Stack over: its order and its sides. What is face down now shows only to its owner. */
export function flipStack(view: View, owner: Seat, number: number): View {
  return change(view, STACK + number, owner, (z) => ({
    ...z,
    groups: [...z.groups].reverse().map(([face, n, marks]): Group => [owner === view.viewer || (marks & FACE_UP) === 0 ? face : -1, n, marks ^ FACE_UP]),
  }));
}

/** A card inside a Stack can be seen; `height` counts from the bottom. */
export function seeInStack(view: View, owner: Seat, number: number, height: number, face: number): View {
  return change(view, STACK + number, owner, (z) => ({ ...z, groups: z.groups.map((group, i): Group => (i === z.groups.length - height ? [face, 1, group[2]] : group)) }));
}

export function setFacts(view: View, facts: Record<string, number>): View {
  return { ...view, facts: { ...view.facts, ...facts } };
}
