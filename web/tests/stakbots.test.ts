import { describe, expect, it } from 'vitest';
import sample from './fixtures/stakbots.json';
import { BOTS, printsOf } from '../src/games/stakbots/cards/cards';
import { forecastOf } from '../src/games/stakbots/model/forecast';
import lessons from '../src/games/stakbots/tutorial/lessons.json';
import { chainOf, isHeadline, standing, story } from '../src/games/stakbots/model/lines';
import { buttonChoices, choiceAt, choiceFor, choiceOf, drawnBelow, modelOf, resetChoices, stakOfChoice, type Card, type Stak } from '../src/games/stakbots/model/model';
import { STAGE, type EventName, type Verb } from '../src/games/stakbots/model/names';
import { leaving } from '../src/games/stakbots/motion/perform';
import { isEvent, plan } from '../src/games/stakbots/motion/plan';
import { LESSONS, triedIn } from '../src/games/stakbots/tutorial/tutorial';
import { choicesFor, LEARNER, lobbyFor, played } from '../src/lib/table/lessons';
import { groupsOf, presetsFor, presetValues } from '../src/lib/room/options';
import type { GameInfo, LessonStep, Option } from '../src/lib/protocol';
import type { Scene } from '../src/lib/table/scene.svelte';
import { foreseen, offered, type Choice, type PossibleLine, type Tried } from '../src/lib/language/speaking';

const INFO = sample.info as unknown as GameInfo;
const STEPS = sample.steps as unknown as LessonStep[];
const LOBBY = lobbyFor('stakbots', 3, 'Ann', 'cat');
const READER = { info: INFO, names: LOBBY.seats.map(({ name }) => name), viewer: LEARNER };
const LINES = STEPS.flatMap((step) => played(step, READER).lines);
const PRINTS = printsOf(INFO);
const card = (face: number, power = 1, isUp = true): Card => ({ face, isUp, isChosen: false, isTired: false, waits: false, damage: 0, power });
const stak = (seat: number, ...cards: Card[]): Stak => ({ index: seat, seat, number: 0, cards, isSpent: false });
const faceOf = (name: string): number => INFO.words.letters.indexOf(name);

describe('a real game', () => {
  it('is shown line by line, in order, and leaves none out', () => {
    for (const step of STEPS) {
      const { lines } = played(step, READER);
      const beats = plan(lines);
      expect(beats.flatMap((beat) => beat.lines)).toEqual(lines);
      for (const beat of beats) for (const line of beat.lines) expect([line.event, !!line.after]).toEqual([beat.kind, true]);
    }
  });

  it('shows what hits at once as one beat', () => {
    const blows = STEPS.flatMap((step) => plan(played(step, READER).lines)).filter((beat) => beat.kind === 'struck');
    expect(blows.length).toBeGreaterThan(0);
    expect(blows.every((beat) => beat.lines.length === 2)).toBe(true);
  });

  it('lays a card where the line says that it is played', () => {
    const plays = LINES.filter((line) => isEvent(line, 'played'));
    for (const { numbers, after } of plays) {
      const { players } = modelOf(after!);
      expect(players[numbers['target']!]!.staks[numbers['stak']!]!.cards[0]).toMatchObject({ face: numbers['card'], isUp: true });
    }
    expect(plays.length).toBeGreaterThan(0);
  });

  it('takes a scrapped card from where it lies, on top or not', () => {
    let lower = 0;
    for (const step of STEPS) {
      let view = step.before;
      for (const beat of plan(played(step, READER).lines)) {
        const places = isEvent(beat.lines[0]!, 'scrapped') ? leaving(beat, { view } as Scene) : [];
        expect(new Set(places).size).toBe(places.length);
        places.forEach((place, i) => {
          const { seat, stak, card: face } = beat.lines[i]!.numbers as { seat: number; stak: number; card: number };
          const [, index, at = 0] = place.split('-').map(Number) as [number, number, number?];
          const lay = modelOf(view).players[seat]!.staks[stak]!;
          expect(lay.index).toBe(index);
          expect([face, -1]).toContain(lay.cards[at]!.face);
          lower += Number(at > 0);
        });
        view = beat.lines[beat.lines.length - 1]!.after!;
      }
    }
    expect(lower).toBeGreaterThan(0);
  });

  it('is told in headlines, chains, a standing and a story', () => {
    expect(LINES.filter(isHeadline).length).toBeGreaterThan(10);
    expect(Math.max(...LINES.map((_, i) => chainOf(LINES.slice(0, i + 1), PRINTS).length))).toBeGreaterThan(1);
    expect(standing(STEPS[1]!.before, LOBBY, 0)).toBe('8 cards left|Cards left: Mo 8, Ivy 8.');
    expect(story(LINES, LOBBY).map(({ title }) => title)).toEqual(['Attacked most', 'Longest chain', 'Fed to the scrapheap', 'Hardest hit']);
  });

  it('has a drawing for every bot', () => {
    expect(PRINTS.every((print) => print.bot in BOTS)).toBe(true);
    expect(Object.keys(BOTS)).toHaveLength(16);
  });
});

describe('the forecast of a battle', () => {
  const line = (event: EventName, numbers: Record<string, number>, more: Partial<PossibleLine> = {}): Omit<PossibleLine, 'words'> => ({ event, numbers, sure: true, worlds: 24, unless: [], ...more });
  const tried = (...lines: Omit<PossibleLine, 'words'>[]): Tried => foreseen({ type: 'tried', command: '', lines, choices: [], facts: {}, asks: [], over: 0, worlds: 24 }, READER, STEPS[0]!.before);
  const [BASH, CORE3, CORE5] = ['bash', 'core3', 'core5'].map(faceOf) as [number, number, number];
  const [bash, core] = [stak(0, card(BASH, 4)), stak(1, card(CORE3, 3), card(CORE5, 5))];

  it('is drawn from what the room says', () => {
    const found = forecastOf(bash, core, tried(
      line('attacked', { seat: 0, stak: 0, target: 1, its: 0 }), line('struck', { seat: 1, stak: 0, card: CORE3, damage: 4 }), line('struck', { seat: 0, stak: 0, card: BASH, damage: 3 }),
      line('scrapped', { seat: 1, stak: 0, card: CORE3, why: 1 }), line('scrapped', { seat: 1, stak: 0, card: CORE5, why: 3 }), line('out', { seat: 1 }),
    ), READER)!;
    expect([found.attacker.taken, found.defender.taken]).toEqual([3, 4]);
    expect([found.attacker.scrapped?.worlds, found.defender.scrapped?.worlds]).toEqual([0, 24]);
    expect(found).toMatchObject({ fed: 2, then: ["Core Bot 5 on Mo's Stak is scrapped by a Bash Bot.", 'Mo is out of the game.'], risk: null, out: null, unless: [] });
  });

  it('warns whoever would be out, and says who may react', () => {
    const found = forecastOf(bash, core, tried(line('scrapped', { seat: 0, stak: 0, card: BASH, why: 2 }, { unless: [1] }), line('out', { seat: 0 }, { unless: [1] })), READER)!;
    expect(found.out).toEqual({ sure: true, worlds: 24, of: 24 });
    expect(found.attacker.by).toBe('by a Fatal Bot');
    expect(found.unless).toEqual([1]);
  });

  it('tells chances as chances, and hidden cards without their names', () => {
    const found = forecastOf(bash, core, tried(
      line('scrapped', { seat: 0, stak: 0, card: BASH, why: 6 }, { sure: false, worlds: 5 }),
      line('turned up', { seat: 1, stak: 0, card: 7 }, { sure: false, worlds: 9 }), line('turned up', { seat: 1, stak: 0, card: 8 }, { sure: false, worlds: 15 }),
    ), READER)!;
    expect(found.attacker.scrapped).toEqual({ sure: false, worlds: 5, of: 24 });
    expect(found.then).toEqual(["An unknown card turns up on Mo's Stak."]);
  });

  it('says nothing of fates before there is an answer', () => {
    expect(forecastOf(bash, core, null, READER)).toMatchObject({ attacker: { taken: 0, scrapped: null }, then: [], out: null });
  });
});

describe('choices', () => {
  const choice = (verb: Verb, numbers: Record<string, number> = {}): Choice => offered({ action: 0, verb, numbers, zone: -1, owner: -1 }, READER, STEPS[0]!.before);

  it('are buttons unless they are pointed at', () => {
    const all = [choice('end'), choice('yield'), choice('attack', { stak: 0 }), choice('scrap', { stak: 1 }), choice('at', { stak: 0, target: 1 }), choice('play', { card: 3 }), choice('name', { target: 0 }), choice('reset', { place: 0 }), choice('no')];
    expect(buttonChoices(all).map(({ verb }) => verb)).toEqual(['end', 'yield', 'no']);
    expect(all.map(stakOfChoice)).toEqual([-1, -1, 0, 1, -1, -1, -1, -1, -1]);
    expect(choiceFor(all, 'scrap', 1)?.notation).toBe('scrapb');
    expect(choiceFor(all, 'scrap', 0)).toBeUndefined();
    expect(choiceAt(all, stak(1))?.notation).toBe('at 2');
    expect(choiceOf(all, 'play', { card: 4 })).toBeUndefined();
  });

  it('of a reset count the face-up cards', () => {
    const cards = [true, false, true].map((isUp) => card(0, 1, isUp));
    expect([...resetChoices([choice('reset', { place: 1 })], stak(0, ...cards)).keys()]).toEqual([2]);
  });

  it('of a real game are all offered somewhere', () => {
    const places = ['at', 'name', 'play', 'discard', 'pick', 'reset'];
    for (const { before } of STEPS) {
      const choices = before.choices.map((one) => offered(one, READER, before));
      for (const one of choices) expect(stakOfChoice(one) >= 0 || buttonChoices([one]).length === 1 || places.includes(one.verb), one.notation).toBe(true);
      if (modelOf(before).stage === STAGE.resetting) expect(resetChoices(choices, modelOf(before).staks[modelOf(before).aimed]).size).toBe(choices.length);
    }
  });

  it('and of a deep Stak a few edges are drawn', () => {
    expect(drawnBelow([card(0), ...Array.from({ length: 9 }, () => card(-1)), card(1)])).toEqual([1, 2, 3, 4, 10]);
  });
});

describe('the tutorial', () => {
  const steps = lessons as unknown as LessonStep[];

  it('asks for a move wherever it makes one, and ends as it says', () => {
    expect(LESSONS.reduce((n, lesson) => n + (lesson.moves ?? 0), 0)).toBe(steps.length);
    expect(steps.map((step) => choicesFor(step, READER).map(({ notation }) => notation))).toEqual([['play bountiful'], ['scrap'], ['attack'], ['play shot'], ['at 2'], ['scrap']]);
    const { staks, heap, players } = modelOf(played(steps[steps.length - 1]!, READER).view);
    expect(staks.map(({ cards }) => cards.length)).toEqual([4, 1]);
    expect(heap?.size).toBe(5);
    expect(players[0]?.handSize).toBe(1);
  });

  it('shows what an attack leads to, but not the card that turns up', () => {
    const step = steps[2]!;
    const { staks } = modelOf(step.before);
    const found = forecastOf(staks[0]!, staks[1]!, triedIn(step, READER), READER)!;
    expect([found.attacker.taken, found.defender.taken]).toEqual([3, 5]);
    expect([found.attacker.scrapped?.worlds, found.defender.scrapped?.worlds]).toEqual([0, 1]);
    expect(found.then).toEqual(["An unknown card turns up on Mo's Stak."]);
  });
});

describe('presets and groups of options', () => {
  const option = (key: string, group: string, when: Option['when'] = {}): Option => ({ key, title: key, help: '', type: 'number', low: 0, high: 9, unit: '', values: {}, default: 1, defaults: {}, when, when_any: {}, scope: 'rules', group });
  const mixed: GameInfo = { ...INFO, options: [option('depth', 'Size'), option('teams', 'Sides'), option('team_size', 'Sides', { teams: [2] })], presets: [{ title: 'Short', options: { '2': { depth: 5 }, '4': { depth: 4 } } }] };

  it('fit the number of players', () => {
    expect(presetsFor(mixed, 3)).toEqual([]);
    expect(presetValues(mixed, 4, 'Short')).toEqual({ depth: 4, teams: 1, team_size: 1 });
    expect(presetValues(mixed, 4, 'first')).toEqual({ depth: 1, teams: 1, team_size: 1 });
  });

  it('stand under their titles, as far as they mean anything', () => {
    const keys = (teams: number) => groupsOf(mixed, { depth: 1, teams, team_size: 1 }).map(({ title, options }) => [title, options.map(({ key }) => key)]);
    expect(keys(1)).toEqual([['Size', ['depth']], ['Sides', ['teams']]]);
    expect(keys(2)).toEqual([['Size', ['depth']], ['Sides', ['teams', 'team_size']]]);
  });
});
