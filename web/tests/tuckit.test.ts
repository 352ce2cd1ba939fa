import { describe, expect, it } from 'vitest';
import fixture from './fixtures/tuckit.json';
import { KINDS, learnFaces, kindOf, named, type Kind } from '../src/games/tuckit/cards';
import { demand, leadsTo } from '../src/games/tuckit/demand';
import { isSetup, modelOf } from '../src/games/tuckit/model';
import { blank, eventOf, patch, plan } from '../src/games/tuckit/plan';
import { goTogether, joined, makesFour, type Play } from '../src/games/tuckit/preview';
import { choicesFor, firstView, LESSONS, missing, tell } from '../src/games/tuckit/tutorial';
import type { Line, View } from '../src/lib/protocol';

interface Move {
  before: View | null;
  lines: Line[];
  view: View;
}
const MOVES = fixture.moves as unknown as Move[];
const DEAL = MOVES.find((move) => !move.before)!;
const played = (view: View, lines: Line[]): View => plan(lines, view).reduce((now, beat) => patch(now, beat), view);
const kinds = (letters: string): Kind[] => letters.split(' ').map((one) => named(one)!);

/** Where the cards lie; gears and what the rules ask are the room's to say. */
function drawn(view: View) {
  const { drawPile, pile, trash, players, direction, turn } = modelOf(view);
  const names = (cards: { kind: Kind | null; up: boolean }[]): string => cards.map((card) => (card.kind?.letters ?? '?') + (card.up ? '^' : 'v')).join(' ');
  return {
    drawPile, direction, turn, pile: names(pile), trash: names(trash),
    players: players.map(({ hand, handSize, stacks }) => ({ handSize, hand: hand.map((group) => `${group.kind.letters} ${group.n}`), stacks: stacks.map(names) })),
  };
}

describe('real moves', () => {
  const told = MOVES.filter((move) => move.before && !move.lines.some((line) => eventOf(line) === 'placed'));
  it.each(told.map((move) => [move.lines.map((line) => line.words).join(' '), move] as const))('look as the room says: %s', (_, { before, lines, view }) => {
    const turn = isSetup(modelOf(view).stage) ? { turn: -1 } : {}; // nobody's yet
    expect({ ...drawn(played(before!, lines)), ...turn }).toEqual({ ...drawn(view), ...turn });
  });

  it('leave no line out and keep their order', () => {
    for (const { lines, view } of MOVES) expect(plan(lines, view).flatMap((beat) => beat.lines.map((line) => line.n))).toEqual(lines.map((line) => line.n));
  });

  it('begin with a deal from a whole Draw Pile', () => {
    const empty = blank(DEAL.lines, DEAL.view)!;
    expect(modelOf(empty).players.every((player) => player.handSize === 0)).toBe(true);
    expect(drawn(played(empty, DEAL.lines))).toEqual(drawn(DEAL.view));
    expect(blank(MOVES.find((move) => move.before)!.lines, DEAL.view)).toBeNull();
  });
});

describe('cards that go together', () => {
  const usual: Play = { die: 0, plainDice: false, bothWays: false };
  it.each([
    ['8 8s', true], ['Q DQ Qs', true], ['8 9', false], ['4 4 4h 5 5h', true], ['4h 4', false], ['5 95 9', true], ['9 95 5', false], ['8h 95', true], ['DI DI', false], ['SK SK', false], ['K', true], ['SK', true],
  ])('%s: %s', (letters, fits) => {
    expect(goTogether(kinds(letters), usual)).toBe(fits);
  });

  it('Dice cards are worth what the die shows', () => {
    expect(goTogether(kinds('DI 4'), { ...usual, die: 4 })).toBe(true);
    expect(goTogether(kinds('DI 4'), { ...usual, die: 3 })).toBe(false);
    expect(goTogether(kinds('A DI'), { ...usual, die: 1 })).toBe(true);
    expect(goTogether(kinds('DI 3h'), { ...usual, die: 3 })).toBe(true);
    expect(goTogether(kinds('DI 3h'), { ...usual, die: 3, plainDice: true })).toBe(false);
  });

  it('a table may let a 9/5 lead down', () => {
    expect(goTogether(kinds('9 95 5'), { ...usual, bothWays: true })).toBe(true);
  });

  it('a card joins where it makes a play that may begin', () => {
    const anything = (): boolean => true;
    expect(joined(kinds('8'), named('7h')!, anything, usual)?.map((kind) => kind.letters)).toEqual(['7h', '8']);
    expect(joined(kinds('8'), named('7h')!, (kind) => kind.letters === '8', usual)).toBeNull();
    expect(joined(kinds('Q'), named('DQ')!, anything, usual)?.map((kind) => kind.letters)).toEqual(['Q', 'DQ']);
    expect(joined(kinds('K'), named('A')!, anything, usual)).toBeNull();
  });

  it.each([
    ['8 8', '8 8s 4', true], ['8 8', '8 4 8', false], ['8 8', '8', false], ['9 95', '95 9', true], ['95', '5 5 9', false], ['DI DI', 'DI DI', true], ['4', 'DI 4 4 4', false], ['4h 4h', '4h 4h', false],
  ])('%s on %s: four of a kind is %s', (play, pile, four) => {
    expect(makesFour(kinds(play), kinds(pile))).toBe(four);
  });
});

describe('words', () => {
  const model = modelOf(firstView());
  const on = (letters: string, facts = {}) => demand({ ...model, pile: [{ kind: named(letters), up: true, gears: 0 }], ...facts }, {});
  it('say what the pile wants', () => {
    expect(demand({ ...model, pile: [] }, {})).toBe('anything goes');
    expect(on('8')).toBe('8 or more');
    expect(on('DI', { die: 1 })).toBe('A or 5');
    expect(on('9s', { nineOrLess: true, single: true })).toBe('9 or less, single card');
    expect(on('DQ', { takesPile: true })).toBe('takes the pile');
  });

  it('say where a play leads', () => {
    expect(leadsTo(named('7h')!, 'Mo')).toBe('you may flip a Stack');
    expect(leadsTo(named('Js')!, 'Mo')).toBe('Mo is skipped, the next turn is a single card');
    expect(leadsTo(named('95')!, 'Mo')).toBe('the next card is 9 or less');
    expect(leadsTo(named('K')!, 'Mo')).toBe('the K lies on top');
  });

  it('know copies with other gears by their letters', () => {
    learnFaces([...KINDS.map((kind) => kind.letters), '2/7']);
    expect(kindOf(KINDS.length)?.letters).toBe('2');
    learnFaces(KINDS.map((kind) => kind.letters));
    expect(kindOf(KINDS.length)).toBeNull();
  });
});

describe('the tutorial', () => {
  it('can be done from beginning to end, and conserves the cards', () => {
    let view = firstView();
    for (const lesson of LESSONS) {
      expect(choicesFor(lesson, []).map((choice) => choice.notation)).toEqual([...new Set(lesson.task ?? [])]);
      expect(missing(lesson, lesson.task ?? [])).toEqual([]);
      view = tell(lesson, view, 0).view;
      for (const zone of view.zones) if (zone.groups.length > 0) expect(zone.groups.reduce((n, group) => n + group[1], 0), lesson.title).toBe(zone.size);
    }
    expect(modelOf(view).players[0]).toMatchObject({ handSize: 0, hand: [] });
    expect(drawn(view).trash).toBe('7^ 10^');
    expect(drawn(view).players[0]?.stacks[1]).toBe('5^ 5v Qv 3v');
  });
});
