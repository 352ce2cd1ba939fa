/** The tutorial of Tuck It: a short game whose cards are written down. No room is needed. */
import type { Choice, GameInfo, Group, Line, Lobby, Seat, View } from '../../lib/protocol';
import { faceOf, KINDS } from './cards';
import { COMMUNITY_PILE, DRAW_PILE, FROM_HAND, HAND, STACK, STAGES, TRASH_PILE } from './model';
import { patch, plan } from './plan';

const NAMES = ['You', 'Mo', 'Ivy'];
const FACE_UP = 1;

/** One line of a written move: the event and its numbers, with cards by their letters. */
type Told = [event: string, numbers: Record<string, number | string>, words: string];

export interface Lesson {
  title: string;
  words: string;
  /** What is lit on the table. */
  look?: string[];
  /** What the learner may choose, by notation; without it there is a button to go on. */
  task?: string[];
  /** What happens when it is done, or by itself when the lesson begins. */
  tells?: Told[];
  /** What is true afterwards beside the cards. */
  facts?: Record<string, number>;
}

const plays = (seat: Seat, card: string, source = FROM_HAND): Told => ['played', { seat, card, source }, `${NAMES[seat]} ${seat === 0 ? 'play' : 'plays'} the ${card}.`];
const tucks = (card: string): Told[] => [['you tucked', { card, stack: 1 }, `You tuck the ${card} under Stack 2.`], ['tucked', { seat: 0, stack: 1 }, 'You have tucked a card under Stack 2.']];
const turnOf = (seat: Seat): Told => ['next turn', { seat }, seat === 0 ? 'It is your turn.' : `It is ${NAMES[seat]}’s turn.`];

export const LESSONS: readonly Lesson[] = [
  { title: 'Three Stacks', words: 'These are yours, and so are theirs above. Each shows a top card, with another face down under it. Be the first to get rid of all three.', look: ['seat-0'] },
  { title: 'The pile', words: 'Everybody plays onto this pile. A card has to be as high as the top card, or higher. Beside it stands what it wants now: a 6 or more.', look: ['pile'] },
  {
    title: 'Play two at once', words: 'Several cards of one value go together. Pick both 8s (a second tap takes the second one) and play them.', look: ['card-0-8'], task: ['8', '8'],
    tells: [plays(0, '8'), plays(0, '8'), ['drew', { seat: 0, n: 2 }, 'You draw 2 cards.'], ['your card', { card: 'Q' }, 'You get the Q.'], ['your card', { card: '3' }, 'You get the 3.'], turnOf(1)],
  },
  { title: 'A 9 holds you down', words: 'Mo played a 9. After a 9 the next card has to be 9 or less, whichever. It is said beside the pile.', tells: [plays(1, '9'), ['drew', { seat: 1, n: 1 }, 'Mo draws 1 card.'], turnOf(2)], look: ['pile'], facts: { 'nine or less': 1 } },
  { title: 'Nothing fits', words: 'Ivy did not want to play. She turned over the Draw Pile’s top card: a K, too high. So she took it, with the whole pile, and had to tuck a card under one of her Stacks.', tells: [['declined', { seat: 2 }, 'Ivy does not play.'], ['revealed', { seat: 2, card: 'K' }, 'Ivy reveals the K.'], ['took revealed', { seat: 2, card: 'K' }, 'Ivy takes the revealed K.'], ['took pile', { seat: 2, n: 4 }, 'Ivy picks up the pile: 4 cards.'], ['tucked', { seat: 2, stack: 1 }, 'Ivy has tucked a card under Stack 2.'], turnOf(0)], look: ['stack-2-1'], facts: { 'nine or less': 0 } },
  {
    title: 'A card that can do something', words: 'The pile is empty: anything goes. Only the card that ends up on top does what it says. Play the 7: it flips a Stack.', look: ['card-0-7'], task: ['7'],
    tells: [plays(0, '7'), ['can flip', { seat: 0 }, 'You may flip a Stack.']],
    facts: { stage: STAGES.indexOf('flip') },
  },
  {
    title: 'Flip a Stack', words: 'A flip turns a whole Stack over: its order and its sides. Mo’s A lies handy on top. Flip it to the bottom!', look: ['stack-1-0'], task: ['flip 2 stack 1'],
    tells: [['flipped', { seat: 0, owner: 1, stack: 0 }, 'You flip Stack 1 of Mo.'], ['flip showed', { seat: 1, stack: 0, height: 2, card: '4' }, 'In Stack 1 of Mo the 4 can be seen.'], ['phase two', {}, 'The Draw Pile is empty: Phase 2.'], turnOf(0)],
    facts: { phase: 2, stage: STAGES.indexOf('turn') },
  },
  {
    title: 'Phase 2: tuck your hand away', words: 'We turned the clock forward: the Draw Pile is used up. Now you may tuck cards under your Stacks whenever you like. With an empty hand you play from your Stacks. Pick Q and 3, and tuck them under Stack 2.', look: ['stack-0-1'], task: ['stack 2', 'Q', 'stack 2', '3'],
    tells: [...tucks('Q'), ...tucks('3'), turnOf(0)],
  },
  {
    title: 'Play from a Stack', words: 'Your hand is empty. Stack 1 has a 10 on top: it trashes the pile, and you go again.', look: ['stack-0-0'], task: ['stack 1'],
    tells: [plays(0, '10', 0), ['trashed', { n: 2 }, 'The pile is trashed: 2 cards.'], ['extra turn', { seat: 0 }, 'You take another turn.'], turnOf(0)],
  },
  { title: 'That is all', words: 'Whoever’s Stacks are empty first wins at once. The rules button has a sheet of what every card does. Have fun!', look: ['seat-0'] },
];

export const INFO: GameInfo = { name: 'tutorial', title: 'Tuck It', idea: '', minutes: 3, version: 1, players: { least: 2, most: 6, common: 3 }, options: [], words: { faces: [], letters: KINDS.map((kind) => kind.letters), zones: [], facts: [] }, guide: '' };

export function lobbyFor(name: string, avatar: string): Lobby {
  const chair = (seat: Seat, who: string, face: string) => ({ seat, kind: 'person' as const, name: who, avatar: face, level: '', present: true, stand_in: false });
  return {
    id: 'tutorial', game: 'tutorial', players: 3, options: {}, status: 'playing', host: 0, commitment: '', created: 0, watching: 0, paused: false,
    settings: { pace: 'normal', absence: 0, timer: false }, seats: [chair(0, name, avatar), chair(1, 'Mo', 'owl'), chair(2, 'Ivy', 'fox')], result: null, rematch: '',
  };
}

export function firstView(): View {
  const up = (letters: string): Group => [faceOf(letters), 1, FACE_UP];
  const down = (letters = ''): Group => [faceOf(letters), 1, 0];
  const seats: { hand: Group[]; stacks: Group[][] }[] = [
    { hand: [[faceOf('7'), 1, 0], [faceOf('8'), 2, 0]], stacks: [[up('10'), down('2')], [up('5'), down('5')], [up('K'), down('A')]] },
    { hand: [[-1, 3, 0]], stacks: [[up('A'), down()], [up('6'), down()], [up('J'), down()]] },
    { hand: [[-1, 3, 0]], stacks: [[up('2'), down()], [up('9'), down()], [up('Q'), down()]] },
  ];
  return {
    viewer: 0,
    facts: { turn: 0, stage: STAGES.indexOf('turn'), direction: 1, phase: 1, die: 0, 'die counts': 0, 'single card': 0, 'takes the pile': 0, 'nine or less': 0, waiting: 0, 'tucks under': -1, chosen: -1 },
    zones: [
      { zone: DRAW_PILE, owner: -1, size: 24, groups: [] },
      { zone: COMMUNITY_PILE, owner: -1, size: 1, groups: [up('6')] },
      { zone: TRASH_PILE, owner: -1, size: 0, groups: [] },
      ...seats.flatMap(({ hand, stacks }, owner) => [
        { zone: HAND, owner, size: hand.reduce((n, group) => n + group[1], 0), groups: hand },
        ...stacks.map((groups, number) => ({ zone: STACK + number, owner, size: groups.length, groups })),
      ]),
    ],
    asks: [0],
    over: false,
    can_undo: false,
    choices: [],
  };
}

/** What a lesson still lets the learner choose. */
export function choicesFor(lesson: Lesson, chosen: readonly string[]): Choice[] {
  return [...new Set(missing(lesson, chosen))].map((notation, action) => ({ action, notation, words: notation, zone: -1, owner: -1 }));
}

/** What the learner has not done yet; a Stack is chosen again for every card that goes under it. */
export function missing(lesson: Lesson, chosen: readonly string[]): string[] {
  const rest = [...(lesson.task ?? [])];
  for (const notation of chosen) if (rest.includes(notation)) rest.splice(rest.indexOf(notation), 1);
  return rest;
}

/** The lines of a written move, and the table afterwards. */
export function tell(lesson: Lesson, view: View, from: number): { lines: Line[]; view: View } {
  const lines = (lesson.tells ?? []).map(([event, numbers, words], i): Line => ({ n: from + i, kind: -1, event, words, numbers: Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, typeof value === 'string' ? faceOf(value) : value])) }));
  const after = plan(lines, view).reduce((now, beat) => patch(now, beat), view);
  const used = lesson.facts?.['phase'] === 2 ? { ...after, zones: after.zones.map((z) => (z.zone === DRAW_PILE ? { ...z, size: 0 } : z)) } : after;
  return { lines, view: { ...used, facts: { ...used.facts, ...lesson.facts } } };
}
