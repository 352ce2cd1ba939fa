import { describe, expect, it } from 'vitest';
import record from './fixtures/stakbots.json';
import { forecastOf } from '../src/games/stakbots/forecast';
import { BOTS, printsOf } from '../src/games/stakbots/cards';
import { chainOf, isHeadline, standing, story } from '../src/games/stakbots/lines';
import { buttonChoices, drawnBelow, modelOf, resetChoices, stakOfChoice, type Card, type Stak } from '../src/games/stakbots/model';
import { patch, plan } from '../src/games/stakbots/plan';
import { choicesFor, firstView, INFO, LESSONS, lobbyFor, tell } from '../src/games/stakbots/tutorial';
import { groupsOf, presetsFor, presetValues } from '../src/lib/options';
import type { Choice, GameInfo, Line, Option, PossibleLine, ReplayStep, TriedMessage, View } from '../src/lib/protocol';

const STEPS = record.steps as unknown as ReplayStep[];
const played = (view: View, lines: Line[]): View => plan(lines, view).reduce((now, beat) => patch(now, beat), view);
/** What is drawn; how strong a Leader is, only the room can say. */
const drawn = (view: View) => {
  const { staks, players, supply, heap, fed } = modelOf(view);
  return {
    staks: staks.map(({ cards }) => cards.map(({ face, isUp, damage, isChosen, waits }) => ({ face: isUp ? face : -1, damage, isChosen, waits }))),
    hands: players.map(({ hand, handSize }) => ({ hand, handSize })),
    piles: [supply?.size, heap?.size, fed],
  };
};

describe('a real game', () => {
  it('looks after the beats of every move exactly as the room says', () => {
    for (let i = 1; i < STEPS.length; i++) {
      const { lines, view } = STEPS[i]!;
      expect(drawn(played(STEPS[i - 1]!.view, lines)), `step ${i}: ${lines.map((line) => line.words).join(' ')}`).toEqual(drawn(view));
    }
  });

  it('is told in headlines, chains, a standing and a story', () => {
    const lines = STEPS.flatMap((step) => step.lines);
    expect(lines.filter(isHeadline).length).toBeGreaterThan(10);
    expect(lines.map((_, i) => chainOf(lines.slice(0, i + 1), printsOf(INFO)).length).reduce((a, b) => Math.max(a, b))).toBeGreaterThan(1);
    expect(standing(STEPS[0]!.view, lobbyFor('Ann', 'cat'), 0)).toMatch(/^4 cards left\|/);
    expect(story(lines, lobbyFor('Ann', 'cat')).map(({ title }) => title)).toContain('Fed to the scrapheap');
  });
});

describe('the forecast of a battle', () => {
  const card = (face: number, power: number, damage = 0): Card => ({ face, isUp: true, isChosen: false, isTired: false, waits: false, happens: false, isRemembered: false, damage, power });
  const stak = (seat: number, ...cards: Card[]): Stak => ({ index: seat, seat, number: 0, cards, isSpent: false });
  const line = (event: string, numbers: Record<string, number>, more: Partial<PossibleLine> = {}): PossibleLine => ({ event, numbers, words: event, sure: true, worlds: 24, unless: [], ...more });
  const tried = (...lines: PossibleLine[]): TriedMessage => ({ type: 'tried', command: '', lines, choices: [], facts: {}, asks: [], over: 0, worlds: 24 });
  const whose = (seat: number): string => ['Your', 'Mo’s'][seat]!;
  const [bash, core] = [stak(0, card(4, 4)), stak(1, card(1, 3), card(0, 5))];

  it('is drawn from what the room says', () => {
    const found = forecastOf(bash, core, tried(
      line('attacked', { seat: 0, stak: 0, target: 1, its: 0 }), line('struck', { seat: 1, stak: 0, card: 1, damage: 4 }), line('struck', { seat: 0, stak: 0, card: 4, damage: 3 }),
      line('scrapped', { seat: 1, stak: 0, card: 1, why: 1 }), line('scrapped', { seat: 1, stak: 0, card: 0, why: 3 }), line('out', { seat: 1 }),
    ), 0, whose)!;
    expect([found.attacker.taken, found.defender.taken]).toEqual([3, 4]);
    expect([found.attacker.scrapped?.worlds, found.defender.scrapped?.worlds]).toEqual([0, 24]);
    expect(found).toMatchObject({ fed: 2, then: ['scrapped', 'out'], risk: null, out: null, unless: [] });
  });

  it('warns whoever would be out, and says who may react', () => {
    const found = forecastOf(bash, core, tried(line('scrapped', { seat: 0, stak: 0, card: 4, why: 2 }, { unless: [1] }), line('out', { seat: 0 }, { unless: [1] })), 0, whose)!;
    expect(found.out).toEqual({ sure: true, worlds: 24, of: 24 });
    expect(found.attacker.by).toBe('Fatal');
    expect(found.unless).toEqual([1]);
  });

  it('tells chances as chances', () => {
    const found = forecastOf(bash, core, tried(line('scrapped', { seat: 0, stak: 0, card: 4, why: 6 }, { sure: false, worlds: 5 }), line('turned up', { seat: 1, stak: 0, card: 7 }, { sure: false, worlds: 9 }), line('turned up', { seat: 1, stak: 0, card: 8 }, { sure: false, worlds: 15 })), 0, whose)!;
    expect(found.attacker.scrapped).toEqual({ sure: false, worlds: 5, of: 24 });
    expect(found.then).toEqual(['A hidden card turns up on Mo’s Stak.']);
  });

  it('says nothing of fates before there is an answer', () => {
    expect(forecastOf(bash, core, null, 0, whose)).toMatchObject({ attacker: { taken: 0, scrapped: null }, then: [], out: null });
  });
});

describe('choices', () => {
  const choice = (notation: string): Choice => ({ action: 0, notation, words: '', zone: -1, owner: -1 });

  it('are buttons unless they are pointed at', () => {
    const all = ['end', 'yield', 'attack', 'scrapb', 'at 2', 'play core5', 'name 1', 'reset top', 'no'].map(choice);
    expect(buttonChoices(all).map(({ notation }) => notation)).toEqual(['end', 'yield', 'no']);
    expect(all.map(stakOfChoice)).toEqual([-1, -1, 0, 1, -1, -1, -1, -1, -1]);
  });

  it('of a reset count the face-up cards', () => {
    const cards = [true, false, true].map((isUp): Card => ({ face: 0, isUp, isChosen: false, isTired: false, waits: false, happens: false, isRemembered: false, damage: 0, power: 1 }));
    const found = resetChoices([choice('reset second')], { index: 0, seat: 0, number: 0, cards, isSpent: false });
    expect([...found.keys()]).toEqual([2]);
  });

  it('and of a deep Stak a few edges are drawn', () => {
    const card = (face: number): Card => ({ ...modelOf(firstView()).staks[0]!.cards[0]!, face });
    expect(drawnBelow([card(0), ...Array.from({ length: 9 }, () => card(-1)), card(1)])).toEqual([1, 2, 3, 4, 10]);
  });
});

describe('the tutorial', () => {
  it('can be played through and ends as it says', () => {
    let view = firstView();
    for (const lesson of LESSONS) {
      expect(choicesFor(lesson).length).toBe(lesson.task ? 1 : 0);
      view = tell(lesson, view, 0).view;
    }
    const { staks, heap, players } = modelOf(view);
    expect(staks.map((stak) => stak.cards.length)).toEqual([4, 1]);
    expect(heap?.size).toBe(5);
    expect(players[0]?.handSize).toBe(1);
  });

  it('uses bots that are drawn', () => {
    expect(printsOf(INFO).every((print) => print.bot in BOTS)).toBe(true);
    expect(Object.keys(BOTS)).toHaveLength(16);
  });
});

describe('presets and groups of options', () => {
  const option = (key: string, group: string, when: Option['when'] = {}): Option => ({ key, title: key, help: '', type: 'number', low: 0, high: 9, unit: '', values: {}, default: 1, defaults: {}, when, scope: 'rules', group });
  const info: GameInfo = { ...INFO, options: [option('depth', 'Size'), option('teams', 'Sides'), option('team_size', 'Sides', { teams: [2] })], presets: [{ title: 'Short', options: { '2': { depth: 5 }, '4': { depth: 4 } } }] };

  it('fit the number of players', () => {
    expect(presetsFor(info, 3)).toEqual([]);
    expect(presetValues(info, 4, 'Short')).toEqual({ depth: 4, teams: 1, team_size: 1 });
    expect(presetValues(info, 4, 'first')).toEqual({ depth: 1, teams: 1, team_size: 1 });
  });

  it('stand under their titles, as far as they mean anything', () => {
    const keys = (teams: number) => groupsOf(info, { depth: 1, teams, team_size: 1 }).map(({ title, options }) => [title, options.map(({ key }) => key)]);
    expect(keys(1)).toEqual([['Size', ['depth']], ['Sides', ['teams']]]);
    expect(keys(2)).toEqual([['Size', ['depth']], ['Sides', ['teams', 'team_size']]]);
  });
});
