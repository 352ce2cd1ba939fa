import { beforeAll, describe, expect, it } from 'vitest';
import fixture from './fixtures/tuckit.json';
import { demand } from '../src/games/tuckit/table/banner';
import { kindOf, KINDS, learnCards, named, nameOf, type Kind } from '../src/games/tuckit/cards/cards';
import lessons from '../src/games/tuckit/tutorial/lessons.json';
import { goal, isHeadline, standing, story } from '../src/games/tuckit/model/lines';
import { find, leftBy, modelOf, sizeOf, theCard, theFlip, theStack, type Card } from '../src/games/tuckit/model/model';
import { ZONE, type EventName, type Fact, type Verb } from '../src/games/tuckit/model/names';
import { perform, still } from '../src/games/tuckit/motion/perform';
import { plan } from '../src/games/tuckit/motion/plan';
import { leadsTo, orders } from '../src/games/tuckit/model/play';
import { LESSONS } from '../src/games/tuckit/tutorial/tutorial';
import { choicesFor, firstMove, LEARNER, lobbyFor, played } from '../src/lib/table/lessons';
import type { GameInfo, LessonStep, View } from '../src/lib/protocol';
import { Scene } from '../src/lib/table/scene.svelte';
import type { Choice, Line, PossibleLine, Tried } from '../src/lib/language/speaking';
import type { Stage } from '../src/lib/table/stage';

const INFO = fixture.info as unknown as GameInfo;
const WORDS = INFO.words;
const LOBBY = lobbyFor('tuckit', 3, 'Ann', 'cat');
const READER = { info: INFO, names: LOBBY.seats.map(({ name }) => name), viewer: LEARNER };
const MOVES = fixture.steps as unknown as LessonStep[];
const STEPS = lessons as unknown as LessonStep[];
const DEAL = MOVES.find(({ by }) => by < 0)!;
const ALL = [...MOVES, ...STEPS].map((step) => ({ step, ...played(step, READER) }));
const kinds = (letters: string): Kind[] => letters.split(' ').map((one) => named(one)!);
const cardsIn = (view: View): number => view.zones.reduce((n, zone) => n + zone.size, 0);
const line = (n: number, event: EventName, numbers: Record<string, number> = {}): Line => ({ n, event, numbers, only: [], by: '', words: event });

/** A stage on which nothing can be found, so nothing flies. */
const bare = { tempo: 1, find: () => null, spot: () => null, sleep: async () => {}, run: async () => {}, shake: () => {}, bump: () => {}, burst: () => {} } as unknown as Stage;

beforeAll(() => learnCards(WORDS));

describe('real moves', () => {
  it('leave no line out and keep their order', () => {
    for (const { lines } of ALL) expect(plan(lines).flatMap((beat) => beat.lines.map(({ n }) => n))).toEqual(lines.map(({ n }) => n));
  });

  it('never lose a card, but for the one in the air', async () => {
    for (const { step, lines } of ALL) {
      const scene = new Scene();
      const total = cardsIn(lines[0]!.after!);
      scene.jump(step.by < 0 ? lines[0]!.after! : step.before, []);
      for (const beat of plan(lines)) {
        const seen: number[] = [];
        const set = scene.set.bind(scene);
        scene.set = (view) => (seen.push(cardsIn(view)), set(view));
        await perform(beat, scene, bare);
        for (const n of seen) expect(n, beat.lines[0]?.event).toBeGreaterThanOrEqual(beat.kind === 'play' ? total - 1 : total);
        expect(Math.max(total, ...seen)).toBe(total);
        scene.view = beat.lines[beat.lines.length - 1]!.after!;
        expect(cardsIn(scene.view)).toBe(total);
        expect(still(beat, scene)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('take a played card from where the room says, and lay it open', () => {
    const [STACK_1, FROM_HAND] = [0, 3];
    for (const { step, lines } of ALL) {
      lines.forEach(({ event, numbers: { seat = -1, card = -1, source = -1 }, after }, i) => {
        if (event !== 'played') return;
        const before = lines[i - 1]?.after ?? step.before;
        const zone = source < FROM_HAND ? ZONE.stack1 + source - STACK_1 : source === FROM_HAND ? ZONE.hand : ZONE.drawPile;
        expect(leftBy(before, after!)).toMatchObject({ zone, owner: zone === ZONE.drawPile ? -1 : seat });
        const { pile, trash } = modelOf(after!);
        const isTrashed = sizeOf(after!, ZONE.trashPile) > sizeOf(before, ZONE.trashPile);
        expect((isTrashed ? trash : pile)[0]).toMatchObject({ kind: kindOf(card), up: true });
        expect(isTrashed).toBe(kindOf(card)?.look === 'skip');
      });
    }
  });

  it('begin with a deal from a whole Draw Pile, and end it where Stacks are built', async () => {
    const { lines } = played(DEAL, READER);
    const [deal, ...rest] = plan(lines);
    expect(deal).toMatchObject({ kind: 'deal', seats: [0, 1, 2] });
    expect(rest).toEqual([]);
    const scene = new Scene();
    const seen: View[] = [];
    scene.jump(lines[0]!.after!, []);
    scene.set = async (view) => void seen.push(view);
    await perform(deal!, scene, bare);
    expect(modelOf(seen[0]!).players.every(({ handSize }) => handSize === 0)).toBe(true);
    expect(modelOf(seen[seen.length - 1]!)).toMatchObject({ waiting: [0, 1, 2], players: [{ handSize: 9 }, { handSize: 9 }, { handSize: 9 }] });
  });

  it('keep the card that is being revealed out of the Draw Pile', () => {
    const found = ALL.flatMap(({ lines }) => lines.filter(({ event }) => event === 'revealed'));
    expect(found.length).toBeGreaterThan(0);
    for (const { after } of found) expect(modelOf(after!).drawPile).toBe(sizeOf(after!, ZONE.drawPile) - 1);
  });

  it('lead the log with outcomes only', () => {
    const told = ALL.flatMap(({ lines }) => lines);
    expect(told.some((one) => isHeadline(one) && one.event === 'took pile')).toBe(true);
    expect(told.some((one) => isHeadline(one) && one.event === 'next turn')).toBe(false);
  });
});

describe('a play that is laid out', () => {
  const told = (event: string, sure = true): PossibleLine => ({ event, numbers: {}, words: `${event}.`, sure, worlds: 24, unless: [] });
  const tried = (facts: { [fact in Fact]?: number }, ...lines: PossibleLine[]): Tried => ({ type: 'tried', command: '', lines, choices: [], facts: facts as Record<string, number>, asks: [], over: 0, worlds: 24 });
  const nameAt = (seat: number): string => ['Ann', 'Mo', 'Ivy'][seat]!;

  it('takes a card in wherever the room allows it, the end first', () => {
    expect(orders(kinds('8 9'), named('7h')!).map((order) => order.map((kind) => kind.letters).join(' '))).toEqual(['8 7h 9', '7h 8 9']);
  });

  it('says where it leads for sure', () => {
    expect(leadsTo(tried({ turn: 2 }, told('played'), told('drew'), told('skipped'), told('revealed', false)), nameAt, 0)).toBe('skipped.');
    expect(leadsTo(tried({ turn: 1 }, told('played'), told('next turn')), nameAt, 0)).toBe('Then it is the turn of Mo.');
    expect(leadsTo(tried({ turn: 1, 'nine or less': 1, 'single card': 1 }), nameAt, 0)).toBe('The next card is 9 or less. The next turn is a single card.');
    expect(leadsTo(tried({ turn: 1, 'takes the pile': 1 }), nameAt, 0)).toBe('Mo takes the pile.');
    expect(leadsTo(tried({ turn: 0, 'takes the pile': 1 }), nameAt, 0)).toBe('You take the pile.');
    expect(leadsTo(null, nameAt, 0)).toBe('');
  });
});

describe('words', () => {
  const view = STEPS[0]!.before;
  const wants = (facts: { [fact in Fact]?: number }): string => demand({ ...view, facts: { ...view.facts, least: 0, ...facts } });
  it('say what the pile wants', () => {
    expect(demand(view)).toBe('6 or more');
    expect(wants({ 'empty pile': 1 })).toBe('anything goes');
    expect(wants({ least: 9 })).toBe('4½ or more');
    expect(wants({ least: 28, 'fives too': 1 })).toBe('A or 5');
    expect(wants({ least: 10, 'no aces': 1 })).toBe('5 or more, no A');
    expect(wants({ 'nine or less': 1, 'single card': 1 })).toBe('9 or less, single card');
    expect(wants({ 'nine or less': 1, least: 18 })).toBe('9 only');
    expect(wants({ 'takes the pile': 1, least: 24 })).toBe('takes the pile');
  });

  it('know further printings of a kind by what is printed on them', () => {
    const [two] = WORDS.prints;
    learnCards({ faces: [...WORDS.faces, '2 (7 gears)'], prints: [...WORDS.prints, { ...two!, gears: 7 }] });
    expect(kindOf(KINDS.length)).toBe(named('2'));
    learnCards(WORDS);
    expect(kindOf(KINDS.length)).toBeNull();
    expect(KINDS.map((kind) => kind.letters)).toEqual(WORDS.prints.map(({ kind }) => kind));
    expect(nameOf(named('DQ')!)).toBe('Dark Q');
  });

  it('say how it stands and what happened', () => {
    expect(goal(DEAL.before)).toBe('building Stacks');
    expect(standing(view, LOBBY, 0)).toBe('Phase 1: 6 Stack cards|Mo has 6.');
    const told = story([line(0, 'took pile', { seat: 1, n: 4 }), line(1, 'played', { seat: 2 }), line(2, 'played', { seat: 2 }), line(3, 'four of a kind', { seat: 0 }), line(4, 'flipped')], LOBBY);
    expect(told.map(({ words }) => words)).toEqual(['Mo picked up 4 cards', 'Ivy played 2 cards at once', 'once, by Ann', '1']);
    expect(story([], LOBBY)).toEqual([]);
  });
});

describe('choices', () => {
  const choice = (action: number, verb: Verb, numbers: Record<string, number> = {}): Choice => ({ action, verb, numbers, zone: -1, owner: -1, words: '', help: '', notation: '' });
  it('are found by what they do', () => {
    const choices = [choice(0, 'card', { card: 5 }), choice(1, 'stack', { stack: 0 }), choice(2, 'stack', { stack: 1 }), choice(3, 'flip', { player: 1, stack: 0 }), choice(4, 'turn up', { stack: 0 }), choice(5, 'done')];
    expect(find(choices, theCard(named('7')!))?.action).toBe(0);
    expect(find(choices, theCard(named('8')!))).toBeUndefined();
    expect(find(choices, theStack(1))?.action).toBe(2);
    expect(find(choices, theFlip(1, 0))?.action).toBe(3);
    expect(find(choices, theFlip(2, 0))).toBeUndefined();
    expect(find(choices, { verb: 'done' })?.action).toBe(5);
  });
});

describe('the tutorial', () => {
  const names = (cards: readonly Card[]): string => cards.map(({ kind, up }) => (kind?.letters ?? '?') + (up ? '^' : 'v')).join(' ');
  it('has a lesson for every move', () => {
    expect(firstMove(LESSONS, LESSONS.length)).toBe(STEPS.length);
    for (const step of STEPS) expect(choicesFor(step, READER).map(({ action }) => action)).toEqual(step.by === LEARNER ? [step.choice.action] : []);
  });

  it('leads where its words say', () => {
    const after = (lesson: string): View => played(STEPS[firstMove(LESSONS, LESSONS.findIndex(({ title }) => title.message === lesson) + 1) - 1]!, READER).view;
    expect(names(modelOf(after('Play two at once')).pile)).toBe('8^ 8^ 6^');
    expect(demand(after('A 9 holds you down'))).toBe('9 or less');
    expect(modelOf(after('Nothing fits'))).toMatchObject({ turn: LEARNER, pileSize: 0, players: [{}, {}, { handSize: 7 }] });
    expect(names(modelOf(after('Flip a Stack')).players[1]!.stacks[0]!)).toBe('4^ ?v');
    const end = modelOf(after('Play from a Stack'));
    expect(end).toMatchObject({ turn: LEARNER, phase: 2, pileSize: 0, players: [{ handSize: 0 }, {}, {}] });
    expect(names(end.trash)).toBe('7^ 10^');
    expect(names(end.players[0]!.stacks[1]!)).toBe('5^ 5v Qv 3v');
  });
});
