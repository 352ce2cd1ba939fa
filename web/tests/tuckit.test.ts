import { describe, expect, it } from 'vitest';
import fixture from './fixtures/tuckit.json';
import { KINDS, learnFaces, kindOf, named, type Kind } from '../src/games/tuckit/cards';
import { demand } from '../src/games/tuckit/demand';
import { isSetup, modelOf } from '../src/games/tuckit/model';
import { blank, eventOf, patch, plan } from '../src/games/tuckit/plan';
import { leadsTo, orders } from '../src/games/tuckit/play';
import { choicesFor, firstView, LESSONS, missing, tell } from '../src/games/tuckit/tutorial';
import type { Line, PossibleLine, TriedMessage, View } from '../src/lib/protocol';

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

describe('a play that is laid out', () => {
  const line = (event: string, more: Partial<PossibleLine> = {}): PossibleLine => ({ event, numbers: {}, words: `${event}.`, sure: true, worlds: 24, unless: [], ...more });
  const tried = (facts: Record<string, number>, ...lines: PossibleLine[]): TriedMessage => ({ type: 'tried', command: '', lines, choices: [], facts, asks: [], over: 0, worlds: 24 });
  const nameAt = (seat: number): string => ['Ann', 'Mo', 'Ivy'][seat]!;

  it('takes a card in wherever the room allows it, the end first', () => {
    expect(orders(kinds('8 9'), named('7h')!).map((order) => order.map((kind) => kind.letters).join(' '))).toEqual(['8 7h 9', '7h 8 9']);
  });

  it('says where it leads for sure', () => {
    expect(leadsTo(tried({ turn: 2 }, line('played'), line('drew'), line('skipped'), line('revealed', { sure: false })), nameAt, 0)).toBe('skipped.');
    expect(leadsTo(tried({ turn: 1 }, line('played'), line('next turn')), nameAt, 0)).toBe('then it is Mo’s turn.');
    expect(leadsTo(tried({ turn: 1, 'nine or less': 1, 'single card': 1 }), nameAt, 0)).toBe('The next card is 9 or less. The next turn is a single card.');
    expect(leadsTo(tried({ turn: 1, 'takes the pile': 1 }), nameAt, 0)).toBe('Mo takes the pile.');
    expect(leadsTo(null, nameAt, 0)).toBe('');
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
