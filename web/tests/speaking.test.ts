/** Games that the rules have played, as the page follows them and puts them into words: it must agree with the Python side. */
import { describe, expect, it } from 'vitest';
import mantis from './fixtures/mantis.json';
import ruckus from './fixtures/ruckus.json';
import stakbots from './fixtures/stakbots.json';
import tuckit from './fixtures/tuckit.json';
import { LEARNER, played } from '../src/lib/table/lessons';
import type { GameInfo, LessonStep } from '../src/lib/protocol';
import { offered, sayTask, type Reader } from '../src/lib/language/speaking';
import { between, changed, hears } from '../src/lib/table/views';

interface Sample {
  info: GameInfo;
  steps: LessonStep[];
  /** What Python says, of every step but a deal. */
  said: { task: string; choices: [words: string, help: string, notation: string][]; lines: string[] }[];
}
const SAMPLES = [mantis, tuckit, stakbots, ruckus] as unknown as Sample[];
const readerOf = ({ info }: Sample): Reader => ({ info, names: ['Ann', 'Mo', 'Ivy'], viewer: LEARNER });
const movesOf = ({ steps }: Sample): LessonStep[] => steps.filter(({ by }) => by >= 0);

describe.each(SAMPLES.map((sample) => ({ title: sample.info.title, sample })))('$title', ({ sample }) => {
  const reader = readerOf(sample);

  it('is put into the same words as in the terminal', () => {
    const said = movesOf(sample).map((step) => ({
      task: sayTask(reader, step.before),
      choices: step.before.choices.map((choice) => offered(choice, reader, step.before)).map(({ words, help, notation }) => [words, help, notation]),
      lines: played(step, reader).lines.map((line) => line.words),
    }));
    expect(said).toEqual(sample.said);
    expect(said.some(({ choices }) => choices.length > 1)).toBe(true);
  });

  it('has a view after every line', () => {
    for (const step of sample.steps) expect(played(step, reader).lines.every((line) => line.after)).toBe(true);
  });
});

describe.each([mantis, stakbots, ruckus].map((sample) => ({ title: sample.info.title, sample: sample as unknown as Sample })))('a whole game of $title', ({ sample }) => {
  it('is followed from the deal to the end by differences alone', () => {
    sample.steps.slice(1).forEach((step, i) => expect(played(sample.steps[i]!, readerOf(sample)).view).toEqual({ ...step.before, beats: [] }));
    expect(sample.steps[sample.steps.length - 1]!.change.over).toBe(true);
  });
});

describe('views', () => {
  const hand = { zone: 1, owner: 0, size: 1, groups: [[3, 1, 0]] as [number, number, number][] };
  const pile = { zone: 2, owner: -1, size: 5, groups: [] };
  const view = { viewer: 0, facts: { turn: 0, round: 1 }, zones: [hand, pile], asks: [0], over: false, can_undo: false, choices: [], beats: [] };

  it('keep what a change does not name, as the very same things', () => {
    const after = changed(view, { facts: { turn: 1 }, zones: [{ ...pile, size: 4 }] });
    expect(after.facts).toEqual({ turn: 1, round: 1 });
    expect(after.zones).toEqual([hand, { ...pile, size: 4 }]);
    expect(after.zones[0]).toBe(hand);
    expect(changed(view, {})).toBe(view);
  });

  it('have other zones where they are laid anew', () => expect(changed(view, { anew: true, zones: [pile] }).zones).toEqual([pile]));

  it('can be on their way to another', () => {
    const after = changed(view, { facts: { turn: 1 }, zones: [{ ...hand, size: 0, groups: [] }, { ...pile, size: 4 }] });
    const half = between(view, after, ({ zone }) => zone === hand.zone);
    expect(half.zones).toEqual([hand, { ...pile, size: 4 }]);
    expect(half.facts).toEqual(after.facts);
  });

  it('do not go with what only somebody else on the device may hear', () => {
    const line = { n: 0, event: 'drew', numbers: {}, only: [1], by: '' };
    expect([hears(line, 0), hears(line, 1), hears({ n: 0, event: 'drew', numbers: {} }, 0)]).toEqual([false, true, true]);
  });
});
