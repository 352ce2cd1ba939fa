/** A tutorial: what the coach says about a game that the room's rules have played. */
import type { Sentence } from '../language/language.svelte';
import type { LessonStep, Lobby, Seat, View } from '../protocol';
import { offered, spoken, type Choice, type Line, type Reader } from '../language/speaking';
import { follow } from './views';

export interface Lesson {
  title: Sentence;
  words: Sentence;
  /** What is highlighted on the table. */
  look?: readonly string[];
  /** How many moves are made; those of the learner are asked for. */
  moves?: number;
  /** Said before the others' moves instead of after them. */
  isSaidFirst?: boolean;
  /** Said to a learner who chooses something else, or is too late. */
  otherwise?: Sentence;
}

export const LEARNER: Seat = 0;
const OTHERS = [
  { name: 'Mo', avatar: 'owl' },
  { name: 'Ivy', avatar: 'fox' },
  { name: 'Bo', avatar: 'cat' },
];

/** A made-up lobby for the learner and their opponents. */
export function lobbyFor(game: string, players: number, name: string, avatar: string): Lobby {
  const people = [{ name, avatar }, ...OTHERS].slice(0, players);
  return {
    id: 'tutorial', game, players, options: {}, status: 'playing', host: LEARNER, commitment: '', created: 0, watching: 0, paused: false,
    settings: { pace: 'normal', absence: 0, timer: false, pause: 'nobody', open: false },
    seats: people.map((one, seat) => ({ ...one, seat, kind: 'person', level: '', present: true, stand_in: false, idle: false, muted: false })),
    result: null, rematch: '', series: null, fault: null, closed: null,
    deal: { round: 1, phase: '', waits: [], seals: {}, missed: [] },
  };
}

/** The first move of a lesson. */
export const firstMove = (lessons: readonly Lesson[], at: number): number => lessons.slice(0, at).reduce((n, lesson) => n + (lesson.moves ?? 0), 0);

/** What the learner may choose for a move: what the lesson is about, and what it is weighed against. */
export const choicesFor = (step: LessonStep, reader: Reader): Choice[] =>
  step.by === LEARNER ? [step.choice, ...(step.beside ?? [])].map((choice) => offered(choice, reader, step.before)) : [];

/** What a move looks like, line by line, and the table afterwards. */
export function played(step: LessonStep, reader: Reader): { lines: Line[]; view: View } {
  const { afters, view } = follow(step.before, step.change);
  return { lines: step.lines.map((line, i) => spoken(line, reader, afters[i])), view };
}
