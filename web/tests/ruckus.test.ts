import { describe, expect, it } from 'vitest';
import deck from '../../src/rumpus/games/ruckus/designs.txt?raw';
import type { Rush } from '../src/lib/table/scene.svelte';
import { box, cardHref, DESIGNS, unpack } from '../src/games/ruckus/cards/cards.svelte';
import lessons from '../src/games/ruckus/tutorial/lessons.json';
import { goal, standing, story } from '../src/games/ruckus/model/lines';
import { arrange, choiceAt, choicesOf, claimed, EMPTY, fit, modelOf, otherChoices } from '../src/games/ruckus/model/model';
import type { EventName, Verb } from '../src/games/ruckus/model/names';
import { isDeal, plan } from '../src/games/ruckus/motion/plan';
import { LESSONS } from '../src/games/ruckus/tutorial/tutorial';
import { choicesFor, firstMove, LEARNER, lobbyFor, played } from '../src/lib/table/lessons';
import type { GameInfo, GameWords, LessonStep, View } from '../src/lib/protocol';
import type { Choice, Line } from '../src/lib/language/speaking';
import { Scene } from '../src/lib/table/scene.svelte';
import type { Stage } from '../src/lib/table/stage';

const STEPS = lessons as unknown as LessonStep[];
const WORDS = { faces: DESIGNS.map(({ name }) => name), letters: DESIGNS.map(({ letter }) => letter), prints: DESIGNS.map(({ picture }) => ({ picture })), verbs: [], events: [] } as unknown as GameWords;
const LOBBY = lobbyFor('ruckus', 3, 'Ann', 'cat');
const READER = { info: { name: 'ruckus', words: WORDS } as GameInfo, names: LOBBY.seats.map(({ name }) => name), viewer: LEARNER };
const [K, S, T, B] = [...'KSTB'].map((letter) => DESIGNS.findIndex((design) => design.letter === letter)) as [number, number, number, number];
const said = (n: number, event: string, numbers: Record<string, number> = {}): Line => ({ n, event, numbers, only: [], by: '', words: event });
const line = (n: number, event: EventName, numbers: Record<string, number> = {}): Line => said(n, event, numbers);
const choice = (verb: Verb, zone = -1, owner = -1, numbers: Record<string, number> = {}): Choice => ({ action: 0, verb, numbers, zone, owner, words: '', help: '', notation: '' });

describe('designs', () => {
  it('are those of the deck, in its order', () => {
    const rows = deck.split('\n').filter((row) => row && !row.startsWith('#'));
    expect(rows.map((row) => row.split(/\s+/)).map(([letter, , picture, ...name]) => ({ letter, picture, name: name.join(' ') }))).toEqual(DESIGNS.map(({ letter, picture, name }) => ({ letter, picture, name })));
  });

  it('have letters and colours of their own', () => {
    expect(new Set(DESIGNS.map((design) => design.letter)).size).toBe(12);
    expect(new Set(DESIGNS.map((design) => design.hex)).size).toBe(12);
  });
});

describe('a host with other designs', () => {
  it('has them shown with their own letters and names', () => {
    const others = [...DESIGNS.slice(1), { letter: 'É', name: 'Émile', picture: 'emu' }];
    unpack({ ...WORDS, faces: others.map(({ name }) => name), letters: others.map(({ letter }) => letter), prints: others.map(({ picture }) => ({ picture })) });
    expect(box.designs[11]).toMatchObject({ letter: 'É', name: 'Émile', picture: 'emu' });
    expect(box.designs[0]).toEqual(DESIGNS[1]);
    expect(cardHref(11)).toBe('#rk-11');
    unpack(WORDS);
    expect(box.designs).toEqual(DESIGNS);
  });
});

describe('places', () => {
  it('stay while others come and go', () => {
    expect(arrange([], [K, S, T])).toEqual([K, S, T]);
    expect(arrange([K, S, T], [K, T])).toEqual([K, EMPTY, T]);
    expect(arrange([K, EMPTY, T], [T, S, K])).toEqual([K, S, T]);
    expect(arrange([K, S, T], [K, S])).toEqual([K, S]);
  });

  it('are as big as the space allows', () => {
    for (const [n, width, height] of [[1, 300, 200], [7, 366, 170], [12, 348, 150], [5, 1000, 190]] as const) {
      const { card, columns } = fit(n, width, height, { gap: 0.1 });
      const rows = Math.ceil(n / columns);
      expect(card * (columns + 0.1 * (columns - 1))).toBeLessThanOrEqual(width);
      expect(card * (1.4 * rows + 0.1 * (rows - 1))).toBeLessThanOrEqual(height);
      expect(fit(n, width, height, { gap: 0.1, rows: 1 }).card).toBeLessThanOrEqual(card);
    }
  });

  it('are wide enough for a thumb on a small phone, however many there are', () => {
    for (let n = 1; n <= 12; n++) expect(fit(n, 333, 142, { gap: 0.11 }).card).toBeGreaterThanOrEqual(44);
  });
});

describe('choices', () => {
  const view = STEPS[0]!.before;
  const { mats } = modelOf(view);
  const steal = choice('steal', 2, 1, { target: 1, design: K });
  const build = choice('build', 2, 0, { design: B });
  const gone = choice('steal', 2, 1, { target: 1, design: S });
  const lay = choice('lay', 1, 0, { design: K });

  it('are found at the pile and the card they belong to', () => {
    expect([steal, choice('ready')].map(claimed)).toEqual([K, undefined]);
    expect(choiceAt([build, steal], 1, K)).toBe(steal);
    expect(choiceAt([build, steal], 2, K)).toBeUndefined();
    expect(choiceAt([lay], 0, K)).toBeUndefined();
    expect(choicesOf([build, steal, gone, lay], K, mats)).toEqual([steal, lay]);
  });

  it('that nothing on the table stands for are buttons', () => {
    expect(otherChoices([build, steal, gone, choice('ready'), lay, choice('out', 1, 0)], mats)).toEqual([gone]);
  });

  it('of a real table all have their place', () => {
    for (const { before } of STEPS) {
      const choices = before.choices.map((one): Choice => ({ ...one, words: '', help: '', notation: '' }));
      const model = modelOf(before);
      const held = model.mats[LEARNER]!.held.flatMap(({ design }) => choicesOf(choices, design, model.mats));
      expect(otherChoices(choices, model.mats)).toEqual([]);
      expect(held.length).toBe(choices.filter((one) => claimed(one) !== undefined).length);
    }
  });
});

describe('lines', () => {
  const deal = [line(0, 'round started'), line(1, 'dealt', { seat: 0, n: 7 }), line(2, 'yours', { design: K }), line(3, 'dealt', { seat: 1, n: 7 }), line(4, 'new sets', { n: 1 }), line(5, 'laid', { seat: 1, design: S, n: 2, size: 2 })];

  it('of a deal become one deal and the sets that follow it', () => {
    expect(isDeal(deal)).toBe(true);
    expect(isDeal([...deal, line(6, 'stole')])).toBe(false);
    const beats = plan(deal);
    expect(beats.find((beat) => beat.kind === 'deal')).toMatchObject({ hands: [{ seat: 0, n: 7 }, { seat: 1, n: 7 }], yours: [K], isFirst: true });
    expect(beats.find((beat) => beat.kind === 'lay')).toMatchObject({ seat: 1, design: S, n: 2, fromDeal: true });
  });

  it('are all kept', () => {
    const lines = [...deal, line(6, 'stole', { seat: 0, target: 1, design: S, size: 3 }), line(7, 'built'), line(8, 'went out'), line(9, 'scored'), line(10, 'scored'), line(11, 'won')];
    expect(plan(lines).flatMap((beat) => beat.lines.map((one) => one.n)).sort((a, b) => a - b)).toEqual(lines.map((one) => one.n));
  });

  it('tell the story of a game', () => {
    const told = story([line(0, 'stole', { seat: 1, target: 2, design: K, size: 3 }), line(1, 'stole', { seat: 1, target: 0, design: K, size: 5 }), line(2, 'went out', { seat: 2 })], LOBBY);
    expect(told.map(({ words }) => words)).toEqual(['Mo took Kettle Trot from Ann and had 5', 'Mo stole twice', 'Ivy, once', 'Ivy went out once']);
  });
});

describe('the tutorial', () => {
  it('has a lesson for every move, and loses no card', () => {
    expect(firstMove(LESSONS, LESSONS.length)).toBe(STEPS.length);
    for (const [i, step] of STEPS.entries()) {
      const { view } = played(step, READER);
      const next = STEPS[i + 1]?.before ?? view;
      expect({ facts: next.facts, zones: next.zones }, `move ${i}`).toEqual({ facts: view.facts, zones: view.zones });
      expect(view.zones.reduce((sum, zone) => sum + zone.size, 0)).toBe(72);
    }
  });

  it('lets the learner weigh two piles', () => {
    const weighed = STEPS.filter((step) => choicesFor(step, READER).length > 1);
    expect(weighed.map((step) => choicesFor(step, READER).map((one) => one.numbers))).toEqual([[{ target: 2, design: T }, { target: 1, design: T }]]);
  });

  it('lets the learner come too late once, and says so', () => {
    const late = STEPS.findIndex((step) => step.late);
    const { lines, view } = played(STEPS[late]!, READER);
    expect(STEPS.filter((step) => step.late).length).toBe(1);
    expect(lines.map((one) => [one.event, one.numbers['seat']])).toEqual([['stole', 2]]);
    expect(view.choices.map(({ action }) => action)).not.toContain(STEPS[late]!.choice.action);
    expect(LESSONS.find((_, at) => firstMove(LESSONS, at + 1) === late + 1)?.otherwise?.message).toBe('{name} was faster');
  });

  it('ends with a round that was won', () => {
    const { view } = played(STEPS[STEPS.length - 1]!, READER);
    const { inFlurry, mats } = modelOf(view);
    expect(inFlurry).toBe(false);
    expect(mats.map(({ points, bonus, total }) => [points, bonus, total])).toEqual([[16, 5, 16], [0, 0, 0], [2, 0, 2]]);
    expect(standing(view, LOBBY, 0)).toBe('16 of 75|You lead; Ivy has 2.');
    expect(goal(view)).toBe('round 1, first to 75');
  });
});

describe('a race', () => {
  const view = (turn: number): View => ({ viewer: 0, facts: { turn }, zones: [], asks: [], over: false, can_undo: false, choices: [], beats: [] });

  it('is drawn at once, however long its show takes', () => {
    const scene = new Scene();
    const shown: unknown[] = [];
    const rush: Rush = {
      plan: (lines) => lines.map((one) => ({ kind: one.event, lines: [one] })),
      isDeal: () => false,
      perform: (beat, at) => {
        shown.push([beat.kind, at.view?.facts['turn']]);
        return new Promise(() => {});
      },
    };
    scene.stage = { tempo: 1, clear() {} } as unknown as Stage;
    scene.use(null, rush);
    scene.jump(view(0), []);
    scene.feed([said(1, 'a'), said(2, 'b')], view(1));
    scene.feed([said(3, 'c')], view(2));
    expect(scene.busy).toBe(false);
    expect(scene.view).toEqual(view(2));
    expect(scene.lines.map((one) => one.n)).toEqual([1, 2, 3]);
    expect(shown).toEqual([['a', 0], ['b', 0], ['c', 1]]); // each begins on the table as it was before
  });
});
