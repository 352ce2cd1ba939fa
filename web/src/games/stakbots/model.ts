/** A view of Stak Bots, read into players with their Staks, hands and piles. */
import type { Choice, Group, Seat, View, Zone } from '../../lib/protocol';

export const STAKS_EACH = 4;
export const [HAND, SUPPLY, HEAP, LEFT_OUT, DRAFT] = [4, 5, 6, 7, 8];
export const PLACES = ['', 'b', 'c', 'd'] as const;
export const STAK_WORDS = ['Stak', 'second Stak', 'third Stak', 'fourth Stak'] as const;
export const [FACE_UP, CHOSEN, TIRED, WAITING, HAPPENING, REMEMBERED, KNOWN] = [1, 2, 4, 8, 16, 32, 64];
export const DAMAGE = 1 << 8;
export const POWER = 1 << 16;

/** What is being decided, in the order of the rules' stages. */
export const STAGES = [
  'drafting', 'dropping', 'acting', 'placing', 'aiming', 'reacting', 'ordering', 'targeting', 'resetting',
  'expelling', 'discarding', 'recycling', 'redrawing',
] as const;
export type Stage = (typeof STAGES)[number];

export interface Card {
  face: number;
  isUp: boolean;
  isChosen: boolean;
  isTired: boolean;
  waits: boolean;
  happens: boolean;
  isRemembered: boolean;
  damage: number;
  power: number;
}

export interface Stak {
  /** Counted seat by seat, as the facts do. */
  index: number;
  seat: Seat;
  number: number;
  /** From the top down. */
  cards: Card[];
  /** Its attacker is gone: no more attacks this turn. */
  isSpent: boolean;
}

export interface HandCard {
  face: number;
  n: number;
  isKnown: boolean;
  isTired: boolean;
}

export interface Pile {
  size: number;
  groups: Group[];
}

export interface Player {
  seat: Seat;
  staks: Stak[];
  hand: HandCard[];
  handSize: number;
  isOut: boolean;
  side: number;
  supply: Pile | null;
  heap: Pile | null;
}

export interface Model {
  players: Player[];
  staks: Stak[];
  supply: Pile | null;
  heap: Pile | null;
  leftOut: Pile | null;
  draft: Pile | null;
  draftRank: number;
  turn: Seat;
  stage: Stage;
  decides: Seat;
  fed: number;
  toFeed: number;
  attacking: number;
  attacked: number;
  actingFace: number;
  actingStak: number;
  aimed: number;
  inTeams: boolean;
  /** What each of our own Staks could attack. */
  targets: number[][];
}

export function cardOf([face, , marks]: Group): Card {
  const is = (mark: number): boolean => (marks & mark) !== 0;
  return {
    face,
    isUp: is(FACE_UP), isChosen: is(CHOSEN), isTired: is(TIRED), waits: is(WAITING), happens: is(HAPPENING), isRemembered: is(REMEMBERED),
    damage: (marks >> 8) & 255,
    power: (marks >> 16) & 255,
  };
}

const members = (set: number): number[] => Array.from({ length: 16 }, (_, i) => i).filter((i) => (set >> i) & 1);
const pileOf = (zone: Zone | undefined): Pile | null => (zone ? { size: zone.size, groups: zone.groups } : null);

export function modelOf(view: View): Model {
  const fact = (name: string, otherwise = -1): number => view.facts[name] ?? otherwise;
  const find = (zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);
  const each = fact('staks each', 1);
  const seats = view.zones.filter((z) => z.zone === HAND).map((z) => z.owner);
  const sides = seats.map((seat) => (fact('sides', 0) >> (3 * seat)) & 7);
  const players = seats.map((seat): Player => {
    const hand = find(HAND, seat);
    return {
      seat,
      staks: Array.from({ length: each }, (_, number) => ({
        index: seat * each + number, seat, number,
        cards: (find(number, seat)?.groups ?? []).map(cardOf),
        isSpent: ((fact('spent staks', 0) >> (seat * each + number)) & 1) === 1,
      })),
      hand: (hand?.groups ?? []).map(([face, n, marks]) => ({ face, n, isKnown: (marks & KNOWN) !== 0, isTired: (marks & TIRED) !== 0 })),
      handSize: hand?.size ?? 0,
      isOut: ((fact('out', 0) >> seat) & 1) === 1,
      side: sides[seat] ?? 0,
      supply: pileOf(find(SUPPLY, seat)),
      heap: pileOf(find(HEAP, seat)),
    };
  });
  return {
    players,
    staks: players.flatMap((player) => player.staks),
    supply: pileOf(find(SUPPLY, -1)),
    heap: pileOf(find(HEAP, -1)),
    leftOut: pileOf(find(LEFT_OUT, -1)),
    draft: pileOf(find(DRAFT, -1)),
    draftRank: fact('draft rank', 0),
    turn: view.over ? -1 : fact('turn'),
    stage: STAGES[fact('stage', 2)] ?? 'acting',
    decides: fact('decides'),
    fed: fact('fed', 0),
    toFeed: fact('to feed', 1),
    attacking: fact('attacking'),
    attacked: fact('attacked'),
    actingFace: fact('acting card'),
    actingStak: fact('acting stak'),
    aimed: fact('aimed'),
    inTeams: new Set(sides).size < sides.length,
    targets: Array.from({ length: STAKS_EACH }, (_, i) => members(fact(`targets ${i + 1}`, 0))),
  };
}

/** The cards below the top that are drawn: of a long row of unknown ones only a few edges. */
export function drawnBelow(cards: readonly Card[], most = 4): number[] {
  let unknown = 0;
  return cards.flatMap((card, i) => {
    unknown = card.face < 0 ? unknown + 1 : 0;
    return i > 0 && unknown <= most ? [i] : [];
  });
}

// ------------------------------------------------------------------------------ choices
export const choiceOf = (choices: readonly Choice[], notation: string): Choice | undefined => choices.find((choice) => choice.notation === notation);
/** The choice that names a Stak, such as `at 2b`. */
export const choiceAt = (choices: readonly Choice[], stak: Stak): Choice | undefined => choiceOf(choices, `at ${stak.seat + 1}${PLACES[stak.number] ?? ''}`);
/** The choice of a verb for one of our own Staks, such as `attack` or `scrapb`. */
export const choiceFor = (choices: readonly Choice[], verb: string, number: number): Choice | undefined => choiceOf(choices, `${verb}${PLACES[number] ?? ''}`);

const ON_A_STAK = /^(attack|scrap|recycle|drop)[bcd]?$/;
const ELSEWHERE = /^(at|name|play|discard|pick|reset) /;
/** What stands in the row of buttons: everything that is not pointed at on the table. */
export const buttonChoices = (choices: readonly Choice[]): Choice[] => choices.filter(({ notation }) => !ON_A_STAK.test(notation) && !ELSEWHERE.test(notation));
const ORDINALS = ['top', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** The cards of a Stak that can be reset, by their place in it: choices count its face-up cards from the top. */
export function resetChoices(choices: readonly Choice[], stak: Stak | undefined): Map<number, Choice> {
  const up = (stak?.cards ?? []).flatMap((card, i) => (card.isUp ? [i] : []));
  return new Map(up.flatMap((i, k) => {
    const choice = choiceOf(choices, `reset ${ORDINALS[k] ?? `${k + 1}th`}`);
    return choice ? [[i, choice] as const] : [];
  }));
}

/** The verb of a choice, without the letter of a Stak. */
export const verbOn = ({ notation }: Choice): string => ON_A_STAK.exec(notation)?.[1] ?? notation;
/** Whether a choice takes the top card off one of our own Staks. */
export const givesTop = (choice: Choice): boolean => ['scrap', 'recycle'].includes(verbOn(choice));

/** Which of our own Staks a choice is about; -1 if none. */
export function stakOfChoice({ notation }: Choice): number {
  const found = ON_A_STAK.exec(notation);
  return found ? PLACES.indexOf(notation.slice(found[1]!.length) as '') : -1;
}
