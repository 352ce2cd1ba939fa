import { describe, expect, it } from 'vitest';
import { areasOf, BACK, faceIn, isPlayedFrom, isRow, markWords, pointedAt, underTop } from '../src/games/generic/model/areas';
import { factsOf } from '../src/games/generic/model/facts';
import { initials, looksOf } from '../src/games/generic/model/looks';
import { linesOf, roomOf, shownIn } from '../src/games/generic/model/room';
import { movesBetween } from '../src/games/generic/motion/script';
import type { GameInfo, GameWords, Lobby, Verb, View, Zone } from '../src/lib/protocol';
import type { Choice } from '../src/lib/language/speaking';

const verb = (name: string, numbers: Verb['numbers'] = {}): Verb => ({ name, action: 0, words: name, help: '', notation: name, zone: -1, which: '', owner: '', numbers, variants: [] });
const words = (more: Partial<GameWords> = {}): GameWords => ({
  zones: [{ name: 'pile', words: 'Pile', owned: false, groups: 9 }, { name: 'hand', words: 'Hand', owned: true, groups: 9 }],
  facts: [], stages: ['turn', 'adding'], tasks: [], marks: [], events: [], letters: [], prints: [], faces: ['ant', 'bee', 'red cat'],
  verbs: [verb('play', { card: { kind: 'face' } }), verb('write', { what: { kind: 'name', names: ['bee', 'ant'] } }), verb('stop')],
  ...more,
});
const info = (more: Partial<GameWords> = {}): GameInfo => ({ name: 'toy', words: words(more) }) as GameInfo;
const lobby = { seats: [{ seat: 0, name: 'Ann' }, { seat: 1, name: 'Mo' }] } as Lobby;
const view = (zones: Zone[], facts: View['facts'] = {}): View => ({ viewer: 0, facts, zones, asks: [0], over: false, can_undo: false, choices: [], beats: [] });
const choice = (name: string, numbers: Choice['numbers'], zone = -1, owner = -1): Choice => ({ action: 7, verb: name, numbers, zone, owner, words: name, help: '', notation: name });
const zone = (number: number, owner: number, size: number, groups: Zone['groups']): Zone => ({ zone: number, owner, size, groups });

describe('areas', () => {
  it('shows backs for cards that are not seen', () => {
    const [pile, hand, known] = areasOf(view([zone(0, -1, 5, []), zone(1, 1, 3, [[BACK, 3, 0]]), zone(1, 0, 5, [[1, 2, 0]])]), info(), []);
    expect(pile!.cards.map(({ face, n }) => [face, n])).toEqual([[BACK, 5]]);
    expect(hand!.cards.map(({ face, n }) => [face, n])).toEqual([[BACK, 3]]);
    expect(known!.cards.map(({ face, n }) => [face, n])).toEqual([[1, 2], [BACK, 3]]);
  });

  it('puts a choice at the cards that it names, and else at the area', () => {
    const shown = view([zone(1, 0, 3, [[0, 1, 0], [1, 1, 0], [0, 1, 4]])]);
    const [hand] = areasOf(shown, info(), [choice('play', { card: 0 }, 1, 0), choice('stop', {}, 1, 0), choice('play', { card: 1 })]);
    expect(hand!.cards.map(({ choices }) => choices.length)).toEqual([1, 0, 1]);
    expect(hand!.choices.map((one) => one.verb)).toEqual(['stop']);
    expect(pointedAt([hand!]).size).toBe(1);
  });

  it('never takes a face-down card for a choice that names none', () => {
    const [hand] = areasOf(view([zone(1, 0, 2, [])]), info(), [choice('stop', {}, 1, 0)]);
    expect(hand!.cards.flatMap(({ choices }) => choices)).toEqual([]);
    expect(hand!.choices.length).toBe(1);
  });

  it('finds another print of the same kind', () => {
    const prints = [{ kind: 'A' }, { kind: 'A' }, { kind: 'B' }];
    const [hand] = areasOf(view([zone(1, 0, 2, [[1, 1, 0], [2, 1, 0]])]), info({ prints }), [choice('play', { card: 0 }, 1, 0)]);
    expect(hand!.cards.map(({ choices }) => choices.length)).toEqual([1, 0]);
  });

  it('knows which card a choice is about, by number or by name', () => {
    expect(faceIn(choice('play', { card: 2 }), info())).toBe(2);
    expect(faceIn(choice('write', { what: 0 }), info())).toBe(1);
    expect(faceIn(choice('stop', {}), info())).toBe(BACK);
  });

  it('tells a zone that cards are played from from one where they are only kept', () => {
    const owned = (words: string) => ({ name: words, words, owned: true, groups: 9 });
    const zones = [owned('Hand'), owned('Won'), owned('Stak'), owned('Stak'), { ...owned('Pile'), owned: false }];
    const verbs = [{ ...verb('play'), zone: 0 }, { ...verb('scrap'), zone: 2, which: 'stak' }, { ...verb('draw'), zone: 4 }];
    expect([0, 1, 2, 3].map((zone) => isPlayedFrom(zone, info({ zones, verbs })))).toEqual([true, false, true, true]);
    expect(isPlayedFrom(1, info({ zones, verbs: [verb('play'), { ...verb('draw'), zone: 4 }] }))).toBe(true);
  });

  it('says marks and amounts', () => {
    const marks = [{ name: 'up', words: 'face up', shift: 0, bits: 1 }, { name: 'damage', words: 'damage', shift: 24, bits: 8 }];
    expect(markWords(1 | (200 << 24), info({ marks }))).toEqual(['face up', 'damage 200']);
    expect(markWords(0, info({ marks }))).toEqual([]);
  });
});

describe('shared zones', () => {
  const place = (name: string, groups: number, owned = false) => ({ name, words: name, owned, groups });
  const zones = [place('Market', 60), place('Cairn', 60), place('Row', 6), place('Heap', 1), place('Hand', 60, true)];
  const told = info({ zones, verbs: [{ ...verb('take', { card: { kind: 'face' } }), zone: 0 }, { ...verb('close'), zone: 1 }] });
  const open: Zone['groups'] = [[2, 1, 0], [0, 1, 0], [1, 2, 0]];

  it('are a row of cards where those are chosen one by one, or are never many', () => {
    expect([0, 1, 2].map((number) => isRow(zone(number, -1, 4, open), told))).toEqual([true, false, true]);
    expect(isRow(zone(4, 1, 4, open), told)).toBe(false);
    const named = info({ zones, verbs: [{ ...verb('take', { what: { kind: 'name', names: ['bee'] } }), zone: 1 }] });
    expect(isRow(zone(1, -1, 4, open), named)).toBe(true);
  });

  it('are no row with a card that is not seen, and none with many cards', () => {
    expect(isRow(zone(0, -1, 5, open), told)).toBe(false);
    expect(isRow(zone(0, -1, 4, [[2, 3, 0], [BACK, 1, 0]]), told)).toBe(false);
    expect(isRow(zone(0, -1, 8, [[2, 8, 0]]), told)).toBe(false);
  });

  it('show a row from the first and a fan up to its top', () => {
    const [row, fan] = areasOf(view([zone(0, -1, 4, open), zone(1, -1, 4, open)]), told, []);
    expect(shownIn(row!, 'pile').map(({ face }) => face)).toEqual([2, 0, 1, 1]);
    expect(shownIn(fan!, 'pile').map(({ face }) => face)).toEqual([1, 0, 2]);
  });

  it('keep what lies under an open top apart from face-down cards', () => {
    const [heap, unknown] = areasOf(view([zone(3, -1, 6, [[1, 1, 0]]), zone(3, -1, 6, [])]), told, []);
    expect([heap!.under, heap!.cards.map(({ face }) => face)]).toEqual([5, [1]]);
    expect([unknown!.under, unknown!.cards.map(({ face }) => face)]).toEqual([0, [BACK]]);
    expect(underTop(zone(3, 1, 6, [[1, 1, 0]]), told)).toBe(5);
    expect(underTop(zone(4, 1, 6, [[1, 1, 0]]), told)).toBe(0);
  });

  it('need less room in two lines, and a row more than a pile', () => {
    const areas = areasOf(view([zone(0, -1, 4, open), zone(1, -1, 4, open), zone(3, -1, 6, [])]), told, []);
    const [row, fan, heap] = areas.map(roomOf);
    expect(row).toBeGreaterThan(fan!);
    expect(fan).toBeGreaterThan(heap!);
    const [one, two] = linesOf(areas);
    expect(one).toBe(Math.ceil(2 * (row! + fan! + heap!)) / 2);
    expect(two).toBe(Math.ceil(2 * row!) / 2);
    expect(linesOf([])).toEqual([1, 1]);
  });
});

describe('facts', () => {
  it('are words, also for the viewer, and nothing where there is nothing to say', () => {
    const facts = [
      { name: 'turn', kind: 'seat' }, { name: 'winner', kind: 'seat' }, { name: 'ready', kind: 'seats' }, { name: 'stage', kind: 'stage' },
      { name: 'over', kind: 'yes' }, { name: 'again', kind: 'yes' }, { name: 'top', kind: 'face' }, { name: 'step', kind: 'name', names: ['first', 'last'] }, { name: 'total 1', kind: 'number' }, { name: 'total 2', kind: 'number' }, { name: 'aim', kind: 'number' },
      ...[1, 2, 3].map((n) => ({ name: `bid ${n}`, kind: 'number', owned: true })), ...[1, 2].map((n) => ({ name: `won ${n}`, kind: 'number', owned: true })),
    ];
    const shown = factsOf(view([], { turn: 1, winner: -1, ready: 3, stage: 1, over: 0, again: 1, top: 0, step: 1, 'total 1': 4, 'total 2': 0, aim: -1, 'bid 1': 2, 'bid 2': 0, 'bid 3': 5, 'won 1': -1, 'won 2': 1 }), info({ facts }), lobby);
    expect(Object.fromEntries(shown.map(({ name, words: said }) => [name, said]))).toEqual({ turn: 'Mo', ready: 'You and Mo', stage: 'adding', again: 'yes', top: 'ant', step: 'last', total: '4 · 0', bid: 'You 2 · Mo 0', won: 'Mo 1' });
  });
});

describe('looks', () => {
  it('tells cards apart by the shortest beginnings', () => {
    expect(initials(['ant', 'bee'])).toEqual(['A', 'B']);
    expect(initials(['core bot', 'clumsy bot', 'trip bot'])).toEqual(['Co', 'Cl', 'Tr']);
  });

  it('uses short letters as they are, and the colour of a name', () => {
    const looks = looksOf(words({ letters: ['X', '', 'redcat'] }));
    expect(looks.map(({ letter }) => letter)).toEqual(['X', 'B', 'R']);
    expect(looks[2]!.hue).toBe('#f0604d');
    expect(new Set(looks.map(({ shape }) => shape)).size).toBe(3);
  });
});

describe('moves', () => {
  it('fly from what shrank to what grew, with the face that is new there', () => {
    const before = view([zone(0, -1, 1, [[0, 1, 0]]), zone(1, 0, 2, [[1, 2, 0]])]);
    const after = view([zone(0, -1, 2, [[1, 1, 0], [0, 1, 0]]), zone(1, 0, 1, [[1, 1, 0]])]);
    expect(movesBetween(before, after)).toEqual([{ from: 'area-1-0', to: 'area-0--1', face: 1 }]);
    expect(movesBetween(after, after)).toEqual([]);
  });

  it('of unseen cards show their backs', () => {
    const before = view([zone(0, -1, 3, []), zone(1, 1, 0, [])]);
    expect(movesBetween(before, view([zone(0, -1, 2, []), zone(1, 1, 1, [[BACK, 1, 0]])]))).toEqual([{ from: 'area-0--1', to: 'area-1-1', face: BACK }]);
  });
});
