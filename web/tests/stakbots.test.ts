import { describe, expect, it } from 'vitest';
import record from './fixtures/stakbots.json';
import { forecast } from '../src/games/stakbots/battle';
import { BOTS, printsOf, type Print } from '../src/games/stakbots/cards';
import { chainOf, isHeadline, standing, story } from '../src/games/stakbots/lines';
import { buttonChoices, drawnBelow, modelOf, resetChoices, stakOfChoice, type Card, type Stak } from '../src/games/stakbots/model';
import { patch, plan } from '../src/games/stakbots/plan';
import { choicesFor, firstView, INFO, LESSONS, lobbyFor, tell } from '../src/games/stakbots/tutorial';
import { groupsOf, presetsFor, presetValues } from '../src/lib/options';
import type { Choice, GameInfo, Line, Option, ReplayStep, View } from '../src/lib/protocol';

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
  const print = (bot: string, power: number): Print => ({ bot, text: '', power, shot: 0, rank: 1, copies: 1 });
  const PRINTS = [print('core', 5), print('core', 3), print('fatal', 1), print('trip', 0), print('bash', 4)];
  const card = (face: number, damage = 0): Card => ({ face, isUp: true, isChosen: false, isTired: false, waits: false, happens: false, isRemembered: false, damage, power: PRINTS[face]!.power });
  const stak = (...cards: Card[]): Stak => ({ index: 0, seat: 0, number: 0, cards, isSpent: false });
  const outcome = (a: Card, b: Card) => {
    const found = forecast(stak(a), stak(b, card(1)), PRINTS)!;
    return [found.attacker.isScrapped, found.defender.isScrapped];
  };

  it('adds damage up and compares it with the power', () => {
    expect(outcome(card(0), card(1))).toEqual([false, true]);
    expect(outcome(card(0, 2), card(1))).toEqual([true, true]);
    expect(outcome(card(1), card(0))).toEqual([true, false]);
  });

  it('knows that a hit of Fatal is enough, and that no power does no harm', () => {
    expect(outcome(card(2), card(0))).toEqual([true, true]);
    expect(outcome(card(0), card(3))).toEqual([false, true]);
  });

  it('says what else goes and what comes next', () => {
    expect(forecast(stak(card(4)), stak(card(1), card(0)), PRINTS)!.then).toEqual(['The bottom card below Core goes too.', 'Core is up next.']);
    expect(forecast(stak(card(0)), stak(card(1)), PRINTS)!.then).toEqual(['It is the last card there.']);
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
