/** The tutorial of Mantis: a short game whose cards are written down. No room is needed. */
import type { Choice, GameInfo, Line, Lobby, Seat, View } from '../../lib/protocol';
import { backFace, nameOf, type Triple } from './cards';
import { addToScore, addToTank, giveTurn, takeFromPile, TANK, uncover } from './model';

const [R, O, Y, G, B, P, K] = [0, 1, 2, 3, 4, 5, 6];
const NAMES = ['You', 'Mo', 'Ivy'];
export const TARGET = 10;

export interface Move {
  by: Seat;
  at: Seat;
  front: number;
  /** The back that shows afterwards. */
  next: Triple;
  fits: boolean;
  /** How many cards move, the turned one among them. */
  n?: number;
}

export interface Lesson {
  title: string;
  words: string;
  /** What is lit on the table. */
  look?: string[];
  /** What the learner has to do; without it there is a button to go on. */
  task?: 'score' | 'steal 2' | 'steal 3';
  /** What happens when it is done, or by itself when the lesson begins. */
  move?: Move;
}

export const FIRST_BACK: Triple = [R, G, P];

export const LESSONS: readonly Lesson[] = [
  { title: 'This is your Tank', words: 'Everybody has one. The cards in it lie open, sorted by colour, and their letter says the colour too. You have two red ones, a green and a yellow.', look: ['tank-0'] },
  { title: 'This is the Draw Pile', words: 'You only see the back of the top card. It shows three colours, and exactly one of them is on the front. Which one? Nobody knows.', look: ['pile'] },
  { title: 'Score', words: 'You have red and green: two of the three would fit. Turn the card over in your own Tank.', look: ['tank-0'], task: 'score', move: { by: 0, at: 0, front: R, next: [O, Y, K], fits: true, n: 3 } },
  { title: 'It is red!', words: 'A match: all red cards went to your Score Pile, three at once. They are safe there. Now it is Mo’s turn: see what happens.', look: ['score-0'] },
  { title: 'No match', words: 'Mo tried to score, but had no orange. The card just stays in his Tank, and his turn is over.', move: { by: 1, at: 1, front: O, next: [G, B, K], fits: false } },
  { title: 'You were robbed!', words: 'Ivy turned her card over in your Tank. It was green like one of yours, so she took both. Cards in Tanks are never safe.', move: { by: 2, at: 0, front: G, next: [O, Y, P], fits: true, n: 2 } },
  { title: 'Steal', words: 'The back shows orange, yellow and purple. Mo has an orange and three purple ones: steal from him. Click his Tank.', look: ['tank-1'], task: 'steal 2', move: { by: 0, at: 1, front: P, next: [B, P, K], fits: true, n: 4 } },
  { title: 'Four purple in your Tank', words: 'Stolen cards do not count yet: you still have to score them. And it is your turn again in this lesson. Purple shows on the back: try it!', look: ['tank-0'], task: 'score', move: { by: 0, at: 0, front: P, next: [R, Y, B], fits: true, n: 5 } },
  { title: 'That is all', words: 'Eight cards in your Score Pile. Who has ten first wins; with two players it is fifteen, and a good steal gives another turn. Have fun!', look: ['score-0'] },
];

export const INFO: GameInfo = { name: 'tutorial', title: 'Mantis', idea: '', minutes: 2, version: 1, players: { least: 2, most: 6, common: 3 }, options: [], words: { faces: [], letters: [], zones: [], facts: [] }, guide: '' };

export function lobbyFor(name: string, avatar: string): Lobby {
  const chair = (seat: Seat, who: string, face: string) => ({ seat, kind: 'person' as const, name: who, avatar: face, level: '', present: true, stand_in: false });
  return {
    id: 'tutorial', game: 'tutorial', players: 3, options: {}, status: 'playing', host: 0, commitment: '', created: 0, watching: 0, paused: false,
    settings: { pace: 'normal', absence: 0, timer: false }, seats: [chair(0, name, avatar), chair(1, 'Mo', 'owl'), chair(2, 'Ivy', 'fox')], result: null, rematch: '',
  };
}

export function firstView(): View {
  const tank = (owner: Seat, groups: [number, number, number][]) => ({ zone: TANK, owner, size: groups.reduce((n, group) => n + group[1], 0), groups });
  const pile = (owner: Seat) => ({ zone: 2, owner, size: 0, groups: [] });
  return {
    viewer: 0,
    facts: { turn: 0, target: TARGET, 'extra turn': 0 },
    zones: [
      { zone: 0, owner: -1, size: 93, groups: [[backFace(FIRST_BACK), 1, 0]] },
      tank(0, [[R, 2, 0], [Y, 1, 0], [G, 1, 0]]),
      pile(0),
      tank(1, [[B, 1, 0], [P, 3, 0]]),
      pile(1),
      tank(2, [[Y, 1, 0], [B, 2, 0], [K, 1, 0]]),
      pile(2),
    ],
    asks: [0],
    over: false,
    can_undo: false,
    choices: [],
  };
}

/** The choice a lesson asks for. */
export function choiceFor(task: Lesson['task']): Choice[] {
  if (!task) return [];
  const owner = task === 'score' ? 0 : Number(task.slice(-1)) - 1;
  return [{ action: owner, notation: task, words: task === 'score' ? 'Try to score' : `Try to steal from ${NAMES[owner]}`, zone: TANK, owner }];
}

/** The lines of a written move, and the table afterwards. */
export function tell(move: Move, view: View, from: number, next: Seat): { lines: Line[]; view: View } {
  const { by, at, front, fits, n = 1 } = move;
  const back = view.zones.find((z) => z.zone === 0)?.groups[0]?.[0] ?? -1;
  const is = (who: Seat, one: string, many: string): string => `${NAMES[who]} ${who === 0 ? many : one}`;
  const lines: Line[] = [];
  const line = (event: string, numbers: Record<string, number>, words: string): void => {
    lines.push({ n: from + lines.length, kind: -1, event, numbers, words });
  };
  if (by === at) line('tried_to_score', { seat: by }, `${is(by, 'tries', 'try')} to score.`);
  else line('tried_to_steal', { seat: by, target: at }, `${is(by, 'tries', 'try')} to steal from ${at === 0 ? 'you' : NAMES[at]}.`);
  line('revealed', { seat: at, front, back }, `A ${nameOf(front)} card turns up.`);
  let after = takeFromPile(view, back, front);
  if (!fits) {
    line('stayed', { seat: at, front }, `No match: ${is(at, 'keeps', 'keep')} the ${nameOf(front)} card.`);
    after = addToTank(after, at, front, 1);
  } else if (by === at) {
    line('scored', { seat: by, front, n }, `${is(by, 'scores', 'score')} ${n} cards (${nameOf(front)}).`);
    after = addToScore(addToTank(after, at, front, 1 - n), by, n);
  } else {
    line('stole', { seat: by, target: at, front, n }, `${is(by, 'steals', 'steal')} ${n} cards (${nameOf(front)}) from ${at === 0 ? 'you' : NAMES[at]}.`);
    after = addToTank(addToTank(after, at, front, 1 - n), by, front, n);
  }
  line('next_back', { back: backFace(move.next) }, 'The next card comes up.');
  line('next_turn', { seat: next }, next === 0 ? 'It is your turn.' : `It is the turn of ${NAMES[next]}.`);
  return { lines, view: giveTurn(uncover(after, backFace(move.next)), next, false) };
}
