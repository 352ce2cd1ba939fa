import { describe, expect, it } from 'vitest';
import three from './fixtures/three.json';
import two from './fixtures/two.json';
import { backFace, cardFace, TRIPLES, tripleOf } from '../src/games/mantis/cards';
import { isHeadline, standing, story } from '../src/games/mantis/lines';
import { choiceAt, modelOf, otherChoices } from '../src/games/mantis/model';
import { blank, eventOf, patch, plan } from '../src/games/mantis/plan';
import { firstView, LESSONS, lobbyFor, tell } from '../src/games/mantis/tutorial';
import type { Choice, Line, ReplayStep, View } from '../src/lib/protocol';

const GAMES = { three: three.steps as unknown as ReplayStep[], two: two.steps as unknown as ReplayStep[] };
const played = (view: View, lines: Line[]): View => plan(lines, view).reduce((now, beat) => patch(now, beat), view);
/** What is drawn: the rest of a view (facts that only the end changes) is the room's to say. */
const drawn = (view: View) => {
  const { left, back, tanks, turn, isExtraTurn, unseen } = modelOf(view);
  return { left, back, tanks, turn: view.over ? -1 : turn, isExtraTurn: isExtraTurn && !view.over, unseen };
};

describe.each(Object.entries(GAMES))('a real game of %s', (_, steps) => {
  it('looks after the beats of every move exactly as the room says', () => {
    for (let i = 1; i < steps.length; i++) {
      const before = steps[i - 1]!.view;
      const { lines, view } = steps[i]!;
      const shown = { ...played(before, lines), over: view.over };
      expect(drawn(shown), `step ${i}: ${lines.map((line) => line.words).join(' ')}`).toEqual(drawn(view));
    }
  });

  it('can be dealt from an empty table', () => {
    const { lines, view } = steps[0]!;
    const empty = blank(lines, view)!;
    expect(modelOf(empty).left).toBe(105);
    expect(modelOf(empty).tanks.every((tank) => tank.groups.length === 0)).toBe(true);
    const dealt = drawn(played(empty, lines));
    expect({ ...dealt, unseen: null, turn: 0 }).toEqual({ ...drawn(view), unseen: null, turn: 0 });
    expect(blank(steps.slice(0, 2).flatMap((step) => step.lines), view)).toBeNull();
  });

  it('leaves no line out and keeps their order', () => {
    for (const { lines, view } of steps) {
      const told = plan(lines, view).flatMap((beat) => beat.lines);
      expect(told.map((line) => line.n)).toEqual(lines.map((line) => line.n));
    }
  });

  it('says before the card is turned whether it will fit', () => {
    for (const { lines, view } of steps) {
      for (const beat of plan(lines, view)) {
        if (beat.kind === 'reveal') expect(beat.match).toBe(lines.some((line) => ['scored', 'stole'].includes(eventOf(line))));
      }
    }
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
  const choice = (notation: string, zone = -1, owner = -1): Choice => ({ action: 0, notation, words: '', zone, owner });
  it('finds the choice at a Tank by its place or by its notation', () => {
    const choices = [choice('score'), choice('steal 3'), choice('stop')];
    expect(choiceAt(choices, 1, 1)?.notation).toBe('score');
    expect(choiceAt(choices, 2, 1)?.notation).toBe('steal 3');
    expect(choiceAt([choice('x', 1, 4)], 4, 1)?.notation).toBe('x');
    expect(otherChoices(choices, 1).map((other) => other.notation)).toEqual(['stop']);
  });
});

describe('what happened', () => {
  const lines = GAMES.three.flatMap((step) => step.lines);
  const lobby = { ...lobbyFor('Ann', 'cat') };
  it('tells the biggest steal and the best score', () => {
    const told = story(lines, lobby);
    const most = (event: string): number => Math.max(0, ...lines.filter((line) => eventOf(line) === event).map((line) => line.numbers['n'] ?? 0));
    expect(told.find((one) => one.title === 'Best score')?.words).toContain(`${most('scored')} card`);
    if (most('stole') > 0) expect(told.find((one) => one.title === 'Biggest steal')?.words).toContain(`${most('stole')} card`);
    expect(told.find((one) => one.title === 'Cards turned over')).toBeDefined();
    expect(story([], lobby)).toEqual([]);
  });
  it('leads the log with outcomes only', () => {
    expect(lines.filter(isHeadline).length).toBeLessThan(lines.length);
    expect(lines.filter((line) => eventOf(line) === 'revealed').some(isHeadline)).toBe(false);
  });
  it('says how it stands', () => {
    expect(standing(GAMES.three[0]!.view, lobby, 0)).toMatch(/^0 of 6\|/);
  });
});

describe('the tutorial', () => {
  it('plays only moves that the table allows', () => {
    let view = firstView();
    for (const lesson of LESSONS) {
      if (!lesson.move) continue;
      const { by, at, front, fits, n = 1 } = lesson.move;
      const model = modelOf(view);
      expect(model.back, lesson.title).toContain(front);
      const had = model.tanks[at]!.groups.find((group) => group.colour === front)?.n ?? 0;
      expect(had > 0, lesson.title).toBe(fits);
      if (fits) expect(n, lesson.title).toBe(had + 1);
      if (lesson.task) expect(by).toBe(0);
      const told = tell(lesson.move, view, 0, 0);
      expect(drawn(played(view, told.lines))).toEqual(drawn(told.view));
      view = told.view;
    }
    expect(modelOf(view).tanks[0]!.score).toBe(8);
    expect(LESSONS.length).toBeLessThanOrEqual(9);
  });
});
