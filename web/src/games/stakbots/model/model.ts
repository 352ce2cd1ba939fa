/** A view of Stak Bots, read into players with their Staks, hands and piles. */
import type { Seat, View, Zone } from '../../../lib/protocol';
import type { Choice } from '../../../lib/language/speaking';
import { MARK, MOST, SHIFT, STAGE, ZONE, type Fact, type Verb } from './names';

export const STAKS_EACH = 4;
/** The name of a Stak in test ids. */
export const PLACES = ['', 'b', 'c', 'd'] as const;
/** A single card, or several equal ones: their face, how many, their marks. */
type Group = Zone['groups'][number];
/** What is being decided. */
export type Stage = (typeof STAGE)[keyof typeof STAGE];

export interface Card {
  face: number;
  isUp: boolean;
  isChosen: boolean;
  isTired: boolean;
  waits: boolean;
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
  draft: Pile | null;
  draftRank: number;
  turn: Seat;
  stage: Stage;
  decides: Seat;
  fed: number;
  toFeed: number;
  owed: number;
  /** Whether we have one card left in all our Staks. */
  hasLastCard: boolean;
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
    isUp: is(MARK.faceUp), isChosen: is(MARK.chosenAttacker), isTired: is(MARK.mayNotAttack), waits: is(MARK.effectWaits),
    damage: (marks >> SHIFT.damage) & MOST.damage,
    power: (marks >> SHIFT.power) & MOST.power,
  };
}

const members = (set: number): number[] => Array.from({ length: 16 }, (_, i) => i).filter((i) => (set >> i) & 1);
const pileOf = (zone: Zone | undefined): Pile | null => (zone ? { size: zone.size, groups: zone.groups } : null);

export function modelOf(view: View): Model {
  const fact = (name: Fact, otherwise = -1): number => view.facts[name] ?? otherwise;
  const find = (zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);
  const each = fact('staks each', 1);
  const seats = view.zones.filter((z) => z.zone === ZONE.hand).map((z) => z.owner);
  const sides = seats.map((seat) => (fact('sides', 0) >> (3 * seat)) & 7);
  const players = seats.map((seat): Player => {
    const hand = find(ZONE.hand, seat);
    return {
      seat,
      staks: Array.from({ length: each }, (_, number) => ({
        index: seat * each + number, seat, number,
        cards: (find(ZONE.stak1 + number, seat)?.groups ?? []).map(cardOf),
        isSpent: ((fact('spent staks', 0) >> (seat * each + number)) & 1) === 1,
      })),
      hand: (hand?.groups ?? []).map(([face, n, marks]) => ({ face, n, isKnown: (marks & MARK.knownToAll) !== 0, isTired: (marks & MARK.mayNotAttack) !== 0 })),
      handSize: hand?.size ?? 0,
      isOut: ((fact('out', 0) >> seat) & 1) === 1,
      side: sides[seat] ?? 0,
      supply: pileOf(find(ZONE.supply, seat)),
      heap: pileOf(find(ZONE.scrapheap, seat)),
    };
  });
  return {
    players,
    staks: players.flatMap((player) => player.staks),
    supply: pileOf(find(ZONE.supply, -1)),
    heap: pileOf(find(ZONE.scrapheap, -1)),
    draft: pileOf(find(ZONE.draft, -1)),
    draftRank: fact('draft rank', 0),
    turn: view.over ? -1 : fact('turn'),
    stage: fact('stage', STAGE.acting) as Stage,
    decides: fact('decides'),
    fed: fact('fed', 0),
    toFeed: fact('to feed', 1),
    owed: fact('owed', 0),
    hasLastCard: fact('last card', 0) === 1,
    attacking: fact('attacking'),
    attacked: fact('attacked'),
    actingFace: fact('acting card'),
    actingStak: fact('acting stak'),
    aimed: fact('aimed'),
    inTeams: new Set(sides).size < sides.length,
    targets: Array.from({ length: STAKS_EACH }, (_, i) => members(fact(`targets ${i + 1}` as Fact, 0))),
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
type Numbers = Readonly<{ [name: string]: number }>;
const isVerb = ({ verb }: Choice, ...verbs: Verb[]): boolean => (verbs as string[]).includes(verb);

export const choiceOf = (choices: readonly Choice[], verb: Verb, numbers: Numbers = {}): Choice | undefined =>
  choices.find((choice) => isVerb(choice, verb) && Object.entries(numbers).every(([name, number]) => choice.numbers[name] === number));
/** The choice that names a Stak. */
export const choiceAt = (choices: readonly Choice[], { seat, number }: Stak): Choice | undefined => choiceOf(choices, 'at', { target: seat, stak: number });
/** The choice of a verb for one of our own Staks. */
export const choiceFor = (choices: readonly Choice[], verb: Verb, number: number): Choice | undefined => choiceOf(choices, verb, { stak: number });

/** What is done with one of our own Staks, in the order of its buttons. */
export const ON_A_STAK: readonly Verb[] = ['attack', 'scrap', 'recycle', 'drop'];
const ELSEWHERE: readonly Verb[] = ['at', 'name', 'play', 'discard', 'pick', 'reset'];
/** The row of buttons: everything that cannot be clicked on the table. */
export const buttonChoices = (choices: readonly Choice[]): Choice[] => choices.filter((choice) => !isVerb(choice, ...ON_A_STAK, ...ELSEWHERE));
/** The cards of a Stak that can be reset, by their place in it: choices count its face-up cards from the top. */
export function resetChoices(choices: readonly Choice[], stak: Stak | undefined): Map<number, Choice> {
  const up = (stak?.cards ?? []).flatMap((card, i) => (card.isUp ? [i] : []));
  return new Map(up.flatMap((i, place) => {
    const choice = choiceOf(choices, 'reset', { place });
    return choice ? [[i, choice] as const] : [];
  }));
}

/** Whether a choice takes the top card off one of our own Staks. */
export const givesTop = (choice: Choice): boolean => isVerb(choice, 'scrap', 'recycle');
/** Which of our own Staks a choice is about; -1 if none. */
export const stakOfChoice = (choice: Choice): number => (isVerb(choice, ...ON_A_STAK) ? (choice.numbers['stak'] ?? 0) : -1);
