import { describe, expect, it } from 'vitest';
import deck from '../../src/rumpus/games/ruckus/designs.txt?raw';
import type { Rush } from '../src/games/types';
import { box, cardHref, DESIGNS, designOf, unpack } from '../src/games/ruckus/cards.svelte';
import { goal, standing, story } from '../src/games/ruckus/lines';
import { arrange, choiceAt, choicesOf, claimOf, EMPTY, fit, modelOf, otherChoices } from '../src/games/ruckus/model';
import { isDeal, plan } from '../src/games/ruckus/plan';
import { choicesFor, firstRound, INFO, LESSONS, lobbyFor, moveOf, play, viewOf, type Round } from '../src/games/ruckus/tutorial';
import type { Choice, Line, View } from '../src/lib/protocol';
import { Scene } from '../src/lib/scene.svelte';
import type { Stage } from '../src/lib/stage';

const [K, S, T] = [...'KST'].map(designOf) as [number, number, number];
const line = (n: number, event: string, numbers: Record<string, number> = {}): Line => ({ n, kind: 0, event, numbers, words: event });
const choice = (notation: string, owner: number): Choice => ({ action: 0, notation, words: notation, zone: 2, owner });

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
    unpack({ ...INFO.words, faces: others.map(({ name }) => name), letters: others.map(({ letter }) => letter), prints: others.map(({ picture }) => ({ picture })) });
    expect(claimOf(choice('build É', 0))?.design).toBe(11);
    expect(box.designs[11]).toMatchObject({ letter: 'É', name: 'Émile', picture: 'emu' });
    expect(box.designs[0]).toEqual(DESIGNS[1]);
    expect(cardHref(11)).toBe('#rk-11');
    unpack(INFO.words);
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
  const view = viewOf(firstRound());
  const { mats } = modelOf(view);
  const steal = choice('steal K 2', 1);
  const build = choice('build B', 0);
  const gone = choice('steal S 2', 1);

  it('are found at the pile and the card they belong to', () => {
    expect(claimOf(steal)).toEqual({ kind: 'steal', design: K, owner: 1 });
    expect(claimOf(choice('ready', -1))).toBeNull();
    expect(choiceAt([build, steal], 1, K)).toBe(steal);
    expect(choiceAt([build, steal], 2, K)).toBeUndefined();
    expect(choicesOf([build, steal, gone], K, mats)).toEqual([steal]);
  });

  it('that nothing on the table stands for are buttons', () => {
    expect(otherChoices([build, steal, gone, choice('ready', -1), choice('lay K', 0), choice('out', 0)], mats)).toEqual([gone]);
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
    const told = story([line(0, 'stole', { seat: 1, target: 2, design: K, size: 3 }), line(1, 'stole', { seat: 1, target: 0, design: K, size: 5 }), line(2, 'went out', { seat: 2 })], lobbyFor('Ann', 'cat'));
    expect(told.map(({ words }) => words)).toEqual(['Mo took Kettle Trot from Ann and had 5', 'Mo stole twice', 'Ivy, once', 'Ivy went out once']);
  });
});

describe('the tutorial', () => {
  const cards = (round: Round): number => round.deck + round.hand.length + round.others.reduce((a, b) => a + b) + round.piles.reduce((sum, piles) => sum + [...piles.values()].reduce((a, b) => a + b, 0), 0);

  it('asks only for what the learner can do, and loses no card', () => {
    let round = firstRound();
    expect(cards(round)).toBe(72);
    for (const lesson of LESSONS) {
      for (const wish of choicesFor(lesson.tasks ?? [])) {
        const move = moveOf(wish);
        if (move.kind === 'steal') expect(round.piles[move.target]?.has(move.design) && round.hand.includes(move.design), lesson.title).toBe(true);
        if (move.kind === 'build') expect(round.piles[0]?.has(move.design) && round.hand.includes(move.design), lesson.title).toBe(true);
        if (move.kind === 'out') expect(round.hand.length, lesson.title).toBe(1);
      }
      const [first] = choicesFor(lesson.tasks ?? []);
      const moves = [...(lesson.moves ?? []), ...(first && !lesson.late ? [moveOf(first)] : [])];
      for (const move of moves) round = play(round, move, 0).round;
      expect(cards(round) + (round.out < 0 ? 0 : 1), lesson.title).toBe(72);
    }
    const view = viewOf(round);
    expect(modelOf(view).inFlurry).toBe(false);
    expect(standing(view, lobbyFor('Ann', 'cat'), 0)).toContain('You lead');
    expect(goal(view)).toBe('round 1, first to 75');
  });
});

describe('a race', () => {
  const view = (turn: number): View => ({ viewer: 0, facts: { turn }, zones: [], asks: [], over: false, can_undo: false, choices: [] });

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
    scene.feed([line(1, 'a'), line(2, 'b')], view(1));
    scene.feed([line(3, 'c')], view(2));
    expect(scene.busy).toBe(false);
    expect(scene.view).toEqual(view(2));
    expect(scene.lines.map((one) => one.n)).toEqual([1, 2, 3]);
    expect(shown).toEqual([['a', 0], ['b', 0], ['c', 1]]); // each begins on the table as it was before
  });
});
