/** A view of Ruckus, read into mats (what lies in front of somebody), a deck and the state of the round. */
import type { Choice, Seat, View, Zone } from '../../lib/protocol';
import { designOf } from './cards.svelte';

export const DECK = 0;
export const HAND = 1;
export const PILES = 2;
export const FACE_DOWN = 3;
export const OTHER_HANDS = 4;

export const FLURRY = 0;
export const LAST_FLURRY = 1;
export const SCORING = 2;
export const OVER = 3;

const SAFE = 1;
const SET = 8;
const BONUS = 5;
/** How a game's length is counted. */
const TO_A_GOAL = 0;
const BY_ROUNDS = 1;

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
  /** How many cards are in hand; null where that is hidden. */
  inHand: number | null;
  /** The hand, if it can be seen. */
  held: Held[];
  /** What was laid face down to go out; -1 if nobody may know it. */
  faceDown: number | null;
  total: number;
  points: number;
  /** What the round would bring if it ended now. */
  gain: number;
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
  /** Cards in all hidden hands together, where only that is known. */
  otherHands: number | null;
}

const has = (set: number, seat: Seat): boolean => ((set >> seat) & 1) === 1;

/** Cards of a design in a hand are one thing: a single, or a set that has to be laid. */
function heldIn(zone: Zone | undefined): Held[] {
  const held = new Map<number, Held>();
  for (const [design, n, marks] of zone?.groups ?? []) {
    const before = held.get(design);
    held.set(design, { design, n: (before?.n ?? 0) + n, isSet: (marks & SET) !== 0 });
  }
  return [...held.values()];
}

export function modelOf(view: View): Model {
  const fact = (name: string): number => view.facts[name] ?? 0;
  const zoneOf = (zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);
  const mats = view.zones
    .filter((z) => z.zone === PILES)
    .map((z): Mat => {
      const hand = zoneOf(HAND, z.owner);
      const isOut = has(fact('out'), z.owner);
      const bonus = isOut ? BONUS : 0;
      return {
        seat: z.owner,
        piles: z.groups.map(([design, n, marks]) => ({ design, n, isSafe: (marks & SAFE) !== 0 })),
        onTable: z.size,
        inHand: hand?.size ?? null,
        held: heldIn(hand),
        faceDown: zoneOf(FACE_DOWN, z.owner)?.groups[0]?.[0] ?? null,
        total: fact(`total ${z.owner + 1}`),
        points: fact(`points ${z.owner + 1}`),
        gain: Math.max(0, z.size - (hand?.size ?? 0) + bonus),
        bonus,
        isReady: has(fact('ready'), z.owner),
        hasChosen: has(fact('chosen'), z.owner),
        isOut,
      };
    });
  const stage = fact('stage');
  return {
    stage,
    inFlurry: stage === FLURRY || stage === LAST_FLURRY,
    inTicks: fact('timing') !== 0,
    dealer: fact('dealer'),
    hasHumanDealer: fact('dealing') !== 0,
    round: fact('round'),
    extraRound: fact('extra rounds'),
    rounds: fact('length') === BY_ROUNDS ? fact('rounds') : 0,
    deals: fact('deals'),
    deck: zoneOf(DECK, -1)?.size ?? 0,
    goal: fact('length') === TO_A_GOAL ? fact('goal') : 0,
    mats,
    otherHands: zoneOf(OTHER_HANDS, -1)?.size ?? null,
  };
}

// ------------------------------------------------------------------------------ choices
export interface Claim {
  kind: 'steal' | 'build' | 'lay';
  design: number;
  owner: Seat;
}

/** What a choice does on the table, from its notation: `steal K 2`, `build K`, `lay K`. */
export function claimOf(choice: Choice): Claim | null {
  const [, kind, letter] = /^(steal|build|lay) (\S)/.exec(choice.notation) ?? [];
  return kind && letter ? { kind: kind as Claim['kind'], design: designOf(letter), owner: choice.owner } : null;
}

/** The choice that a click on a pile makes. */
export function choiceAt(choices: readonly Choice[], owner: Seat, design: number): Choice | undefined {
  return choices.find((choice) => {
    const claim = claimOf(choice);
    return claim !== null && claim.kind !== 'lay' && claim.owner === owner && claim.design === design;
  });
}

/** Whether a card in hand or a pile that is there stands for a choice. */
function isOnTable(choice: Choice, mats: readonly Mat[]): boolean {
  const claim = claimOf(choice);
  if (!claim) return false;
  return claim.kind === 'lay' || mats.some((mat) => mat.seat === claim.owner && mat.piles.some((pile) => pile.design === claim.design));
}

/** What a card in hand can do: lay its set, or go to one of these piles. */
export function choicesOf(choices: readonly Choice[], design: number, mats: readonly Mat[]): Choice[] {
  return choices.filter((choice) => claimOf(choice)?.design === design && isOnTable(choice, mats));
}

export const choiceCalled = (choices: readonly Choice[], ...notations: string[]): Choice | undefined => choices.find((choice) => notations.includes(choice.notation));

const BUTTONS = new Set(['out', 'call', 'ready', 'wait', 'deal', 'end']);

/** Choices that neither a card, nor a pile, nor one of the big buttons stands for. */
export function otherChoices(choices: readonly Choice[], mats: readonly Mat[]): Choice[] {
  return choices.filter((choice) => !isOnTable(choice, mats) && !BUTTONS.has(choice.notation));
}

// ------------------------------------------------------------------------------ places
/** An empty place keeps the others where they are. */
export const EMPTY = -1;

/**
 * Where things lie: whatever was there stays in its place, what is new takes the first empty one.
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

/** The widest card, and in how many columns, with which `n` of them fit into a space; another row must be worth it. Sizes in pixels, gaps in cards. */
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
