import { describe, expect, it } from 'vitest';
import fixture from './fixtures/mantis.json';
import { backFace, cardFace, TRIPLES, tripleOf } from '../src/games/mantis/cards/cards';
import lessons from '../src/games/mantis/tutorial/lessons.json';
import { isHeadline, standing, story } from '../src/games/mantis/model/lines';
import { choiceAt, modelOf, otherChoices } from '../src/games/mantis/model/model';
import { ZONE, type EventName, type Verb } from '../src/games/mantis/model/names';
import { isEvent, plan } from '../src/games/mantis/motion/plan';
import { LESSONS } from '../src/games/mantis/tutorial/tutorial';
import { choicesFor, LEARNER, lobbyFor, played } from '../src/lib/table/lessons';
import type { GameInfo, LessonStep } from '../src/lib/protocol';
import type { Choice, Line } from '../src/lib/language/speaking';

const LOBBY = lobbyFor('mantis', 3, 'Ann', 'cat');
const READER = { info: fixture.info as unknown as GameInfo, names: LOBBY.seats.map(({ name }) => name), viewer: LEARNER };
const GAME = (fixture.steps as unknown as LessonStep[]).map((step) => ({ step, ...played(step, READER) }));
const LESSON_STEPS = lessons as unknown as LessonStep[];
const ALL = [...GAME, ...LESSON_STEPS.map((step) => ({ step, ...played(step, READER) }))];

describe('a real game', () => {
  it('leaves no line out and keeps their order', () => {
    for (const { lines } of ALL) expect(plan(lines).flatMap((beat) => beat.lines.map(({ n }) => n))).toEqual(lines.map(({ n }) => n));
  });

  it('shows of every card that is turned over where it lies and what becomes of it', () => {
    const fates: { [fate: string]: EventName } = { stay: 'stayed', score: 'scored', steal: 'stole' };
    let seen = 0;
    for (const { lines } of ALL) {
      for (const beat of plan(lines)) {
        if (beat.kind !== 'turn over') continue;
        const [revealed, outcome] = beat.lines.slice(-2) as [Line, Line];
        expect(isEvent(revealed, 'revealed') && isEvent(outcome, fates[beat.fate]!)).toBe(true);
        const tank = modelOf(revealed.after!).tanks[beat.at]!;
        expect(tank.groups.find(({ colour }) => colour === beat.colour)?.n).toBe(beat.fate === 'stay' ? 1 : beat.n);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('speaks to the learner', () => {
    const words = GAME.flatMap(({ lines }) => lines.map((line) => line.words));
    expect(words.some((line) => line.startsWith('You '))).toBe(true);
    expect(words.some((line) => line.includes('{'))).toBe(false);
  });
});

describe('cards', () => {
  it('knows every back', () => {
    expect(TRIPLES.length).toBe(35);
    expect(new Set(TRIPLES.map(String)).size).toBe(35);
    for (const triple of TRIPLES) expect(tripleOf(backFace(triple))).toEqual(triple);
    expect(backFace([5, 1, 2])).toBe(backFace([1, 2, 5]));
    expect(cardFace(7, 0)).toBe(42);
    expect(cardFace(7, 6)).toBe(-1);
  });
});

describe('choices', () => {
  const choice = (verb: Verb, zone = -1, owner = -1): Choice => ({ action: 0, verb, numbers: {}, zone, owner, words: '', help: '', notation: verb });
  it('are found at the Tank they are made at', () => {
    const choices = [choice('score', ZONE.tank, 1), choice('steal', ZONE.tank, 2), choice('stop')];
    expect(choiceAt(choices, 1)?.verb).toBe('score');
    expect(choiceAt(choices, 2)?.verb).toBe('steal');
    expect(choiceAt(choices, 0)).toBeUndefined();
    expect(otherChoices(choices).map(({ verb }) => verb)).toEqual(['stop']);
  });
});

describe('what happened', () => {
  const lines = GAME.flatMap((step) => step.lines);
  it('tells the biggest steal and the best score', () => {
    const told = story(lines, LOBBY);
    const most = (event: EventName): number => Math.max(0, ...lines.filter((line) => isEvent(line, event)).map((line) => line.numbers['n'] ?? 0));
    expect(told.find((one) => one.title === 'Best score')?.words).toContain(`${most('scored')} card`);
    if (most('stole') > 0) expect(told.find((one) => one.title === 'Biggest steal')?.words).toContain(`${most('stole')} card`);
    expect(told.find((one) => one.title === 'Cards turned over')).toBeDefined();
    expect(story([], LOBBY)).toEqual([]);
  });
  it('leads the log with outcomes only', () => {
    expect(lines.filter(isHeadline).length).toBeLessThan(lines.length);
    expect(lines.filter((line) => isEvent(line, 'revealed')).some(isHeadline)).toBe(false);
  });
  it('says how it stands', () => {
    expect(standing(GAME[1]!.step.before, LOBBY, 0)).toMatch(/^0 of 6\|/);
  });
});

describe('the tutorial', () => {
  it('makes as many moves as the rules have played, and asks the learner for their own', () => {
    expect(LESSONS.reduce((n, { moves = 0 }) => n + moves, 0)).toBe(LESSON_STEPS.length);
    const asked = LESSON_STEPS.filter(({ by }) => by === LEARNER);
    expect(asked.length).toBe(3);
    for (const step of asked) expect(choicesFor(step, READER)).toHaveLength(1);
    expect(modelOf(played(LESSON_STEPS[LESSON_STEPS.length - 1]!, READER).view).tanks[LEARNER]!.score).toBe(8);
    expect(LESSONS.length).toBeLessThanOrEqual(9);
  });
});
