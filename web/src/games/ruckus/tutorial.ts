/** The tutorial of Ruckus: a short round whose cards are written down. No room is needed. */
import type { Choice, GameInfo, Line, Lobby, Seat, View } from '../../lib/protocol';
import { DESIGNS, designOf, nameOf } from './cards.svelte';
import { claimOf, DECK, FLURRY, HAND, PILES, SCORING } from './model';

const [B, K, P, S, T, V] = [...'BKPSTV'].map((letter) => DESIGNS.findIndex((design) => design.letter === letter)) as [number, number, number, number, number, number];
const NAMES = ['You', 'Mo', 'Ivy'];
export const GOAL = 75;

/** The table of the tutorial: your cards, how many the others hold, and everybody's piles. */
export interface Round {
  hand: number[];
  others: number[];
  /** By seat, then by design. */
  piles: Map<number, number>[];
  deck: number;
  deals: number;
  out: Seat;
}

export type Move =
  | { kind: 'steal'; seat: Seat; target: Seat; design: number }
  | { kind: 'build'; seat: Seat; design: number }
  | { kind: 'deal'; yours: number }
  | { kind: 'out'; seat: Seat };

export interface Lesson {
  title: string;
  words: string;
  /** What is lit on the table. */
  look?: string[];
  /** What the learner may do; without it there is a button to go on. */
  tasks?: string[];
  /** What happens by itself: when the lesson begins, or just before what the learner does. */
  moves?: Move[];
  /** A deal that comes when the ring is empty. */
  ring?: boolean;
  /** The learner comes too late, and this is what the table says. */
  late?: string;
}

export const LESSONS: readonly Lesson[] = [
  { title: 'Points lie on the table', words: 'Two or more of a kind never stay in a hand: your two Bananas went down as a pile. Every card lying in front of you counts one point.', look: ['mat-0'] },
  { title: 'Singles stay in your hand', words: 'Here are yours. At the end of a round each of them costs a point, so use them! The letter says the kind as well as the picture.', look: ['hand-0'] },
  { title: 'Steal!', words: 'Mo has a pile of Kettles and you hold one. Lit means: you can take it now. There are no turns. Tap your Kettle.', tasks: ['steal K 2'] },
  { title: 'Stolen back', words: 'Ivy had a Kettle too and took the pile, four cards by now. Being second is often better. Only when all six are out is a pile safe.', look: [`pile-2-${K}`], moves: [{ kind: 'steal', seat: 2, target: 0, design: K }] },
  { title: 'The ring', words: 'When nobody has done anything for a while the ring runs out, and everybody gets one more card. Yours is a Banana!', ring: true, look: ['deck'], moves: [{ kind: 'deal', yours: B }] },
  { title: 'Build', words: 'The Banana fits your own pile, so it can simply join it. Tap it.', tasks: ['build B'] },
  { title: 'Two piles, one card', words: 'Toast lies in front of both Mo and Ivy. Tap your Toast, then the pile you want: the bigger one, perhaps?', tasks: ['steal T 2', 'steal T 3'] },
  { title: 'Who is first?', words: 'Others grab at the same time, and the first one gets it. Try to take Mo’s Pigeons.', tasks: ['steal P 2'], moves: [{ kind: 'steal', seat: 2, target: 1, design: P }], late: 'Ivy was faster' },
  { title: 'Too late, nothing lost', words: 'Your card bounced back. And look: now you can take three Pigeons from Ivy instead of two.', tasks: ['steal P 3'] },
  { title: 'RUCKUS!', words: 'One card left. Hit the big button: it goes face down, the round is over at once, and you get five points extra.', tasks: ['out'] },
  { title: 'That is all', words: 'Cards on the table count for you, cards in hand against you. Who has 75 points after a few rounds wins. Practise with bots that take their time!' },
];

export const INFO: GameInfo = { name: 'tutorial', title: 'Ruckus', idea: '', minutes: 2, version: 1, players: { least: 2, most: 5, common: 3 }, options: [], words: { faces: DESIGNS.map(({ name }) => name), letters: DESIGNS.map(({ letter }) => letter), zones: [], facts: [], prints: DESIGNS.map(({ picture }) => ({ picture })) }, guide: '' };

export function lobbyFor(name: string, avatar: string): Lobby {
  const chair = (seat: Seat, who: string, face: string) => ({ seat, kind: 'person' as const, name: who, avatar: face, level: '', present: true, stand_in: false });
  return {
    id: 'tutorial', game: 'tutorial', players: 3, options: {}, status: 'playing', host: 0, commitment: '', created: 0, watching: 0, paused: false,
    settings: { pace: 'normal', absence: 0, timer: false }, seats: [chair(0, name, avatar), chair(1, 'Mo', 'owl'), chair(2, 'Ivy', 'fox')], result: null, rematch: '',
  };
}

export function firstRound(): Round {
  return { hand: [K, T, P, V], others: [4, 5], piles: [new Map([[B, 2]]), new Map([[K, 2], [T, 2], [P, 2]]), new Map([[S, 2], [T, 3]])], deck: 46, deals: 1, out: -1 };
}

export function viewOf(round: Round): View {
  const inHand = [round.hand.length, ...round.others];
  const onTable = round.piles.map((piles) => [...piles.values()].reduce((sum, n) => sum + n, 0));
  const points = onTable.map((n, seat) => (round.out < 0 ? 0 : Math.max(0, n - (inHand[seat] ?? 0) + (round.out === seat ? 5 : 0))));
  const facts: Record<string, number> = { stage: round.out < 0 ? FLURRY : SCORING, dealer: 1, round: 1, deals: round.deals, goal: GOAL, out: round.out < 0 ? 0 : 1 << round.out };
  points.forEach((n, seat) => (facts[`total ${seat + 1}`] = facts[`points ${seat + 1}`] = n));
  return {
    viewer: 0,
    facts,
    zones: [
      { zone: DECK, owner: -1, size: round.deck, groups: [] },
      ...round.piles.flatMap((piles, seat) => [
        { zone: HAND, owner: seat, size: inHand[seat] ?? 0, groups: seat === 0 ? round.hand.map((design): [number, number, number] => [design, 1, 0]) : [] },
        { zone: PILES, owner: seat, size: onTable[seat] ?? 0, groups: [...piles].map(([design, n]): [number, number, number] => [design, n, 0]) },
      ]),
    ],
    asks: [0],
    over: false,
    can_undo: false,
    choices: [],
  };
}

/** The choices a lesson asks for. */
export function choicesFor(tasks: readonly string[]): Choice[] {
  return tasks.map((notation, action) => {
    const owner = notation.startsWith('steal') ? Number(notation.slice(-1)) - 1 : 0;
    const words = notation === 'out' ? 'RUCKUS! Lay your last card face down' : `${notation.startsWith('steal') ? `Steal ${NAMES[owner]}’s` : 'Add'} ${nameOf(designOf(notation.split(' ')[1] ?? ''))}`;
    return { action, notation, words, zone: notation === 'out' ? HAND : PILES, owner };
  });
}

/** What the learner does with a choice. */
export function moveOf(choice: Choice): Move {
  const claim = claimOf(choice);
  if (claim?.kind === 'steal') return { kind: 'steal', seat: 0, target: claim.owner, design: claim.design };
  return claim ? { kind: 'build', seat: 0, design: claim.design } : { kind: 'out', seat: 0 };
}

const without = (hand: number[], design: number): number[] => hand.filter((one) => one !== design);
const says = (seat: Seat, one: string, many: string): string => `${NAMES[seat]} ${seat === 0 ? many : one}`;

/** The round after a move, and the lines that tell it. */
export function play({ ...round }: Round, move: Move, from: number): { round: Round; lines: Line[] } {
  const lines: Line[] = [];
  const line = (event: string, numbers: Record<string, number>, words: string): void => {
    lines.push({ n: from + lines.length, kind: -1, event, numbers, words });
  };
  const give = (seat: Seat, design: number, n: number): void => {
    round.piles = round.piles.map((piles, at) => (at === seat ? new Map([...piles].filter(([other]) => other !== design).concat(n > 0 ? [[design, n]] : [])) : piles));
  };
  const drop = (seat: Seat, design: number): void => {
    if (seat === 0) round.hand = without(round.hand, design);
    else round.others = round.others.map((n, i) => (i === seat - 1 ? n - 1 : n));
  };
  switch (move.kind) {
    case 'steal': {
      const { seat, target, design } = move;
      const size = (round.piles[seat]?.get(design) ?? 0) + (round.piles[target]?.get(design) ?? 0) + 1;
      give(target, design, 0);
      give(seat, design, size);
      drop(seat, design);
      line('stole', { seat, target, design, size }, `${says(seat, 'steals', 'steal')} ${nameOf(design)} from ${target === 0 ? 'you' : NAMES[target]} (${size} there now).`);
      break;
    }
    case 'build': {
      const { seat, design } = move;
      const size = (round.piles[seat]?.get(design) ?? 0) + 1;
      give(seat, design, size);
      drop(seat, design);
      line('built', { seat, design, size }, `${says(seat, 'adds', 'add')} ${nameOf(design)} (${size} there now).`);
      break;
    }
    case 'deal':
      round.hand = [...round.hand, move.yours];
      round.others = round.others.map((n) => n + 1);
      round.deck -= NAMES.length;
      round.deals += 1;
      NAMES.forEach((_, seat) => line('dealt', { seat, n: 1 }, `${says(seat, 'is', 'are')} dealt 1 card.`));
      line('yours', { design: move.yours }, `You get ${nameOf(move.yours)}.`);
      break;
    case 'out':
      round.hand = [];
      round.out = move.seat;
      line('went_out', { seat: move.seat, how: 0 }, `RUCKUS! ${says(move.seat, 'goes', 'go')} out face down.`);
  }
  return { round, lines };
}
