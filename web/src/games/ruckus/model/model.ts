/** A view of Ruckus, read into mats (what is in front of somebody), a deck and the state of the round. */
import type { Seat, View, Zone } from '../../../lib/protocol';
import type { Choice } from '../../../lib/language/speaking';
import { MARK, STAGE, ZONE, type Fact, type Verb } from './names';

/** How a game's length is counted. */
const LENGTH = { goal: 0, rounds: 1 };

export interface Pile {
  design: number;
  n: number;
  /** All its cards are out, so nobody can steal it. */
  isSafe: boolean;
}

export interface Held {
  design: number;
  n: number;
  isSet: boolean;
}

export interface Mat {
  seat: Seat;
  piles: Pile[];
  onTable: number;
  /** How many cards are in hand; null if that is hidden. */
  inHand: number | null;
  /** The hand, if it can be seen. */
  held: Held[];
  /** What was laid face down to go out; -1 if nobody may know it. */
  faceDown: number | null;
  total: number;
  /** What the round scores, or would if it ended now. */
  points: number;
  /** The part of it for going out. */
  bonus: number;
  isReady: boolean;
  hasChosen: boolean;
  isOut: boolean;
}

export interface Model {
  stage: number;
  inFlurry: boolean;
  /** Everybody chooses in secret instead of racing. */
  inTicks: boolean;
  dealer: Seat;
  hasHumanDealer: boolean;
  round: number;
  extraRound: number;
  /** Of how many rounds; 0 if they are not counted. */
  rounds: number;
  deals: number;
  deck: number;
  /** Points to win; 0 if there is no goal. */
  goal: number;
  mats: Mat[];
  /** Cards in all hidden hands together, if only that is known. */
  otherHands: number | null;
}

const has = (set: number, seat: Seat): boolean => ((set >> seat) & 1) === 1;

/** Cards of a design in a hand are one thing: a single, or a set that has to be laid. */
function heldIn(zone: Zone | undefined): Held[] {
  const held = new Map<number, Held>();
  for (const [design, n, marks] of zone?.groups ?? []) {
    const before = held.get(design);
    held.set(design, { design, n: (before?.n ?? 0) + n, isSet: (marks & MARK.set) !== 0 });
  }
  return [...held.values()];
}

export function modelOf(view: View): Model {
  const fact = (name: Fact): number => view.facts[name] ?? 0;
  const zoneOf = (zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);
  const mats = view.zones
    .filter((z) => z.zone === ZONE.piles)
    .map((z): Mat => {
      const hand = zoneOf(ZONE.hand, z.owner);
      const isOut = has(fact('out'), z.owner);
      return {
        seat: z.owner,
        piles: z.groups.map(([design, n, marks]) => ({ design, n, isSafe: (marks & MARK.safe) !== 0 })),
        onTable: z.size,
        inHand: hand?.size ?? null,
        held: heldIn(hand),
        faceDown: zoneOf(ZONE.faceDownCard, z.owner)?.groups[0]?.[0] ?? null,
        total: fact(`total ${z.owner + 1}` as Fact),
        points: fact(`points ${z.owner + 1}` as Fact),
        bonus: isOut ? fact('bonus') : 0,
        isReady: has(fact('ready'), z.owner),
        hasChosen: has(fact('chosen'), z.owner),
        isOut,
      };
    });
  const stage = fact('stage');
  return {
    stage,
    inFlurry: stage === STAGE.flurry || stage === STAGE.lastFlurry,
    inTicks: fact('timing') !== 0,
    dealer: fact('dealer'),
    hasHumanDealer: fact('dealing') !== 0,
    round: fact('round'),
    extraRound: fact('extra rounds'),
    rounds: fact('length') === LENGTH.rounds ? fact('rounds') : 0,
    deals: fact('deals'),
    deck: zoneOf(ZONE.deck, -1)?.size ?? 0,
    goal: fact('length') === LENGTH.goal ? fact('goal') : 0,
    mats,
    otherHands: zoneOf(ZONE.otherHands, -1)?.size ?? null,
  };
}

// ------------------------------------------------------------------------------ choices
export const does = (choice: Choice, ...verbs: Verb[]): boolean => (verbs as string[]).includes(choice.verb);

export const choiceTo = (choices: readonly Choice[], ...verbs: Verb[]): Choice | undefined => choices.find((choice) => does(choice, ...verbs));

/** The design with which somebody steals, builds or lays; nothing else has one. */
export const claimed = (choice: Choice | undefined): number | undefined => choice?.numbers['design'];

/** Whether a choice takes a pile or builds on it. */
export const isAt = (choice: Choice, owner: Seat, design: number): boolean => choice.zone === ZONE.piles && choice.owner === owner && claimed(choice) === design;

/** The choice that a click on a pile makes. */
export const choiceAt = (choices: readonly Choice[], owner: Seat, design: number): Choice | undefined => choices.find((choice) => isAt(choice, owner, design));

/** Whether a choice belongs to a card in hand or to an existing pile. */
const isOnTable = (choice: Choice, mats: readonly Mat[]): boolean => does(choice, 'lay') || mats.some(({ seat, piles }) => piles.some(({ design }) => isAt(choice, seat, design)));

/** What a card in hand can do: lay its set, or go to one of these piles. */
export const choicesOf = (choices: readonly Choice[], design: number, mats: readonly Mat[]): Choice[] => choices.filter((choice) => claimed(choice) === design && isOnTable(choice, mats));

/** Choices that belong to no card, no pile and none of the big buttons. */
export const otherChoices = (choices: readonly Choice[], mats: readonly Mat[]): Choice[] => choices.filter((choice) => !isOnTable(choice, mats) && !does(choice, 'out', 'call', 'ready', 'wait', 'deal', 'end'));

// ------------------------------------------------------------------------------ places
/** An empty place keeps the others where they are. */
export const EMPTY = -1;

/**
 * Where things are: whatever was there keeps its place, new things take the first empty one.
 * In a race nothing may slip away under a finger.
 */
export function arrange(before: readonly number[], now: readonly number[]): number[] {
  const places = before.map((design) => (now.includes(design) ? design : EMPTY));
  for (const design of now) {
    if (places.includes(design)) continue;
    const gap = places.indexOf(EMPTY);
    if (gap < 0) places.push(design);
    else places[gap] = design;
  }
  while (places.length > 0 && places[places.length - 1] === EMPTY) places.pop();
  return places;
}

/** The widest card, and the number of columns, so that `n` of them fit into a space; another row must be worth it. Sizes in pixels, gaps in cards. */
export function fit(n: number, width: number, height: number, { gap = 0.12, most = Infinity, rows = 2 } = {}): { card: number; columns: number } {
  let best = { card: 0, columns: Math.max(1, n) };
  for (let row = 1; row <= rows; row++) {
    const columns = Math.max(1, Math.ceil(n / row));
    const wide = width / (columns + gap * (columns - 1));
    const tall = height / (row * 1.4 + gap * (row - 1));
    const card = Math.floor(Math.min(wide, tall, most));
    if (card > best.card * (row === 1 ? 1 : 1.1)) best = { card, columns };
  }
  return best;
}
