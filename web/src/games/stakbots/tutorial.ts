/** The tutorial of Stak Bots: one turn whose cards are written down. No room is needed. */
import type { Choice, GameInfo, Group, Line, Lobby, Seat, View } from '../../lib/protocol';
import { FACE_UP, HAND, HEAP, POWER, STAGES, SUPPLY, type Stage } from './model';
import { patch, plan } from './plan';

const CARDS = [
  ['core5', 'core', 5, 0, 4],
  ['core3', 'core', 3, 0, 2],
  ['bountiful', 'bountiful', 1, 0, 2],
  ['shot', 'shot', 0, 3, 3],
  ['spike', 'spike', 3, 0, 4],
  ['clumsy', 'clumsy', 5, 0, 2],
] as const;
const [CORE5, CORE3, BOUNTIFUL, SHOT, SPIKE, CLUMSY] = [0, 1, 2, 3, 4, 5];
const [ME, MO] = [0, 1];

type Told = readonly [event: string, numbers: Record<string, number>, words: string];

export interface Lesson {
  title: string;
  words: string;
  /** What is lit on the table. */
  look?: string[];
  /** What the learner has to do; without it there is a button to go on. */
  task?: string;
  /** What happens when it is done. */
  told?: readonly Told[];
  /** What is decided afterwards. */
  stage?: Stage;
}

export const LESSONS: readonly Lesson[] = [
  { title: 'This is your Stak', words: 'A tower of robots. Only the one on top fights. What lies face-down below it, nobody knows, not even you. Whoever’s Stak is empty is out.', look: ['stak-0'] },
  { title: 'Power', words: 'The number on a card is how hard it hits and how much it can take. Your Core has 5, Mo’s has 3.', look: ['stak-0', 'stak-1'] },
  {
    title: 'Play a card', words: 'Bountiful has an entry effect: it happens the moment the card is played. Choose it in your hand and play it.', look: ['hand-0'], task: 'play bountiful',
    told: [
      ['played', { seat: ME, card: BOUNTIFUL, target: ME, stak: 0 }, 'You play Bountiful Bot on your Stak.'],
      ['triggered', { seat: ME, stak: 0, card: BOUNTIFUL }, 'The entry effect of Bountiful Bot triggers.'],
      ['effect', { seat: ME, stak: 0, card: BOUNTIFUL }, 'Bountiful Bot acts.'],
      ['drew', { seat: ME }, 'You draw a card.'],
      ['drew_card', { seat: ME, card: SHOT }, 'Your new card is Shot Bot.'],
    ],
  },
  {
    title: 'Feed the scrapheap', words: 'You drew a Shot. Every turn the scrapheap wants at least one card, yours or anybody’s. Scrap your Bountiful: it has done its work, and your strong Core comes back to the top.', look: ['heap'], task: 'scrap',
    told: [['scrapped', { seat: ME, stak: 0, card: BOUNTIFUL, why: 0 }, 'Bountiful Bot on your Stak is scrapped.']],
  },
  {
    title: 'Attack', words: 'Both top cards hit each other at once. Choose Attack: you see what would happen before you confirm it.', look: ['stak-1'], task: 'attack',
    told: [
      ['attacked', { seat: ME, stak: 0, target: MO, its: 0 }, 'Your Stak attacks Mo’s.'],
      ['struck', { seat: MO, stak: 0, card: CORE3, damage: 5 }, 'Mo’s Core Bot takes 5 damage.'],
      ['struck', { seat: ME, stak: 0, card: CORE5, damage: 3 }, 'Your Core Bot takes 3 damage.'],
      ['scrapped', { seat: MO, stak: 0, card: CORE3, why: 1 }, 'Core Bot on Mo’s Stak is scrapped by damage.'],
      ['turned_up', { seat: MO, stak: 0, card: SPIKE }, 'Spike Bot turns up on Mo’s Stak.'],
    ],
  },
  { title: 'Damage adds up', words: 'Mo’s Core is gone and a Spike turned up. Your Core has taken 3 of 5. Damage is forgotten when the turn ends, but another battle now would finish your Core.', look: ['stak-0'] },
  {
    title: 'Another entry effect', words: 'Shot has no power at all, but it shoots when it is played. Play it.', look: ['hand-0'], task: 'play shot', stage: 'targeting',
    told: [
      ['played', { seat: ME, card: SHOT, target: ME, stak: 0 }, 'You play Shot Bot on your Stak.'],
      ['triggered', { seat: ME, stak: 0, card: SHOT }, 'The entry effect of Shot Bot triggers.'],
      ['effect', { seat: ME, stak: 0, card: SHOT }, 'Shot Bot acts.'],
    ],
  },
  {
    title: 'Choose a target', words: 'Whoever’s Stak it is makes the choices. What is lit can be chosen: shoot Mo’s Spike.', look: ['stak-1'], task: 'at 2', stage: 'acting',
    told: [
      ['shot_at', { seat: MO, stak: 0, card: SPIKE, damage: 3 }, 'Spike Bot on Mo’s Stak is shot for 3 damage.'],
      ['scrapped', { seat: MO, stak: 0, card: SPIKE, why: 1 }, 'Spike Bot on Mo’s Stak is scrapped by damage.'],
      ['turned_up', { seat: MO, stak: 0, card: CLUMSY }, 'Clumsy Bot turns up on Mo’s Stak.'],
      ['triggered', { seat: MO, stak: 0, card: CLUMSY }, 'The entry effect of Clumsy Bot triggers.'],
      ['effect', { seat: MO, stak: 0, card: CLUMSY }, 'Clumsy Bot acts.'],
      ['scrapped', { seat: MO, stak: 0, card: CORE3, why: 5 }, 'Core Bot at the bottom of Mo’s Stak is scrapped by a Clumsy Bot.'],
    ],
  },
  { title: 'A chain of effects', words: 'Clumsy turned up, and its entry effect happened at once, in your turn: it scrapped the bottom card of its own Stak. Mo has one card left!', look: ['stak-1'] },
  {
    title: 'End your turn', words: 'A weak card on top is an easy prey. Scrap the Shot to stand there with your Core, then it would be Mo’s turn.', look: ['stak-0'], task: 'scrap',
    told: [['scrapped', { seat: ME, stak: 0, card: SHOT, why: 0 }, 'Shot Bot on your Stak is scrapped.']],
  },
  { title: 'That is all', words: 'Play, scrap, attack in any order, feed the scrapheap, and be the last one with a Stak. “Bots” on the table tells what all sixteen of them do. Have fun!' },
];

export const INFO: GameInfo = {
  name: 'tutorial', title: 'Stak Bots', idea: '', minutes: 2, version: 1, players: { least: 2, most: 6, common: 3 }, options: [], guide: '',
  words: {
    faces: [], letters: CARDS.map(([letter]) => letter), zones: [], facts: [],
    prints: CARDS.map(([, bot, power, shot, rank]) => ({ bot, power, shot, rank, copies: 2, text: '' })),
  },
};

export function lobbyFor(name: string, avatar: string): Lobby {
  const chair = (seat: Seat, who: string, face: string) => ({ seat, kind: 'person' as const, name: who, avatar: face, level: '', present: true, stand_in: false });
  return {
    id: 'tutorial', game: 'tutorial', players: 2, options: {}, status: 'playing', host: 0, commitment: '', created: 0, watching: 0, paused: false,
    settings: { pace: 'normal', absence: 0, timer: false }, seats: [chair(ME, name, avatar), chair(MO, 'Mo', 'owl')], result: null, rematch: '',
  };
}

export function firstView(): View {
  const down: Group = [-1, 1, 0];
  const stak = (owner: Seat, groups: Group[]) => ({ zone: 0, owner, size: groups.length, groups });
  const up = (face: number): Group => [face, 1, FACE_UP | (CARDS[face]![2] * POWER)];
  return withPowers({
    viewer: ME,
    facts: { turn: ME, stage: STAGES.indexOf('acting'), decides: ME, fed: 0, 'to feed': 1, 'staks each': 1, attacking: -1, attacked: -1, 'acting card': -1, 'acting stak': -1, aimed: -1, sides: 8, 'targets 1': 2 },
    zones: [
      stak(ME, [up(CORE5), down, down, down]),
      stak(MO, [up(CORE3), down, down, down]),
      { zone: HAND, owner: ME, size: 2, groups: [[CORE3, 1, 0], [BOUNTIFUL, 1, 0]] },
      { zone: HAND, owner: MO, size: 2, groups: [] },
      { zone: SUPPLY, owner: -1, size: 24, groups: [] },
      { zone: HEAP, owner: -1, size: 0, groups: [] },
    ],
    asks: [ME], over: false, can_undo: false, choices: [],
  });
}

/** The choice a lesson asks for. */
export function choicesFor({ task, title }: Lesson): Choice[] {
  return task ? [{ action: 0, notation: task, words: title, zone: -1, owner: -1 }] : [];
}

/** The lines of a lesson, and the table afterwards. */
export function tell({ told = [], stage = 'acting' }: Lesson, view: View, from: number): { lines: Line[]; view: View } {
  const lines = told.map(([event, numbers, words], i): Line => ({ n: from + i, kind: -1, event, numbers, words }));
  const after = plan(lines, view).reduce((now, beat) => withPowers(patch(now, beat)), view);
  const settled = { stage: STAGES.indexOf(stage), attacking: -1, attacked: -1, ...(stage === 'acting' ? { 'acting card': -1 } : {}) };
  return { lines, view: { ...after, facts: { ...after.facts, ...settled } } };
}

/** Here every card has the power that is printed on it. */
function withPowers(view: View): View {
  const power = ([face, n, marks]: Group): Group => [face, n, face >= 0 && marks & FACE_UP ? (marks % POWER) + CARDS[face]![2] * POWER : marks];
  return { ...view, zones: view.zones.map((zone) => (zone.zone < HAND ? { ...zone, groups: zone.groups.map(power) } : zone)) };
}
