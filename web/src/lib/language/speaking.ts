/** Choices, lines and tasks in words: the game's templates, filled in the language of the page. */
import { inGame, say, type Value } from './language.svelte';
import type { Choice as WireChoice, GameInfo, HintMessage, Kind, Line as WireLine, PossibleLine as WirePossibleLine, Seat, TriedMessage, Variant, View } from '../protocol';

/** The reader and the table. */
export interface Reader {
  info: GameInfo;
  /** Everybody's name, by seat. */
  names: readonly string[];
  viewer: Seat;
}

type Numbers = Readonly<{ [name: string]: number }>;

const named = (reader: Reader, seat: Seat): string => reader.names[seat] ?? inGame(reader.info.name, '', 'nobody');

/** A number as a template says it. */
function valueOf(reader: Reader, kind: Kind | undefined, number: number): Value {
  const { name: game, words } = reader.info;
  switch (kind?.kind) {
    case 'seat':
    case 'clockwise':
      return named(reader, number);
    case 'seats':
      return reader.names.filter((_, seat) => (number >> seat) & 1);
    case 'face':
      return number in words.faces ? inGame(game, 'face', words.faces[number]!) : inGame(game, '', 'an unknown card');
    case 'name':
      return inGame(game, 'name', kind.names?.[number] ?? '');
    default:
      return number;
  }
}

function filled(reader: Reader, context: string, template: string, kinds: { [name: string]: Kind }, numbers: Numbers): string {
  const values = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, valueOf(reader, kind, numbers[name] ?? 0)]));
  return inGame(reader.info.name, context, template, values);
}

/** What happened, as a sentence; for whoever it is about, with "you". */
export function sayLine(reader: Reader, { event, numbers }: Pick<WireLine, 'event' | 'numbers'>): string {
  const told = reader.info.words.events.find(({ name }) => name === event);
  if (!told) return event;
  const about = Object.keys(told.you)
    .filter((who) => reader.viewer >= 0 && who.split(' ').every((name) => numbers[name] === reader.viewer))
    .sort((a, b) => b.split(' ').length - a.split(' ').length)[0];
  return filled(reader, 'event', about === undefined ? told.words : told.you[about]!, told.numbers, numbers);
}

function holds(variant: Variant, view: View, viewer: Seat): boolean {
  return Object.entries(variant.when).every(([fact, wanted]) => {
    const value = view.facts[fact] ?? 0;
    return typeof wanted === 'string' ? (value === viewer) === (wanted === 'you') : wanted.includes(value);
  });
}

/** A choice as a sentence, and its consequences. */
export function sayChoice(reader: Reader, choice: Pick<WireChoice, 'verb' | 'numbers'>, view: View): { words: string; help: string } {
  const verb = reader.info.words.verbs.find(({ name }) => name === choice.verb);
  if (!verb) return { words: choice.verb, help: '' };
  const other = verb.variants.find((variant) => holds(variant, view, reader.viewer));
  const help = other?.help || verb.help;
  return {
    words: filled(reader, 'verb', other?.words ?? verb.words, verb.numbers, choice.numbers),
    help: help && inGame(reader.info.name, 'help', help),
  };
}

/** A choice as people write it in the terminal, such as `steal 4`. */
export function notationOf({ info }: Reader, choice: Pick<WireChoice, 'verb' | 'numbers'>): string {
  const { verbs, faces, letters } = info.words;
  const verb = verbs.find(({ name }) => name === choice.verb);
  if (!verb) return choice.verb;
  return verb.notation.replace(/\{(\w+)\}/g, (_, name: string) => {
    const [kind, number] = [verb.numbers[name], choice.numbers[name] ?? 0];
    const texts = { face: letters.length > 0 ? letters : faces, name: kind?.letters ?? kind?.names ?? [] } as { [kind: string]: string[] };
    const text = kind?.kind === 'seat' || kind?.kind === 'clockwise' ? String(number + 1) : (texts[kind?.kind ?? '']?.[number] ?? String(number));
    return text.replaceAll(' ', '-');
  });
}

/** The viewer's task. */
export function sayTask(reader: Reader, view: View): string {
  const { facts, tasks } = reader.info.words;
  const task = tasks.find((variant) => holds(variant, view, reader.viewer));
  if (!task) return '';
  const kinds = Object.fromEntries(Object.entries(task.numbers).map(([name, fact]) => [name, facts.find((one) => one.name === fact)!]));
  const numbers = Object.fromEntries(Object.entries(task.numbers).map(([name, fact]) => [name, view.facts[fact] ?? 0]));
  return filled(reader, 'task', task.words, kinds, numbers);
}

// ------------------------------------------------------------------------------ what tables hold
/** A line of the log; its words are in the language that is set when they are read. */
export interface Line extends WireLine {
  readonly words: string;
  /** The table after it, if the room has sent that. */
  readonly after?: View | undefined;
}

/** Something to choose. */
export interface Choice extends WireChoice {
  readonly words: string;
  readonly help: string;
  /** As it is written in the terminal and in records. */
  readonly notation: string;
}

/** A line as somebody reads it. */
export function spoken(line: WireLine, reader: Reader, after?: View): Line {
  return {
    ...line,
    after,
    get words() {
      return sayLine(reader, line);
    },
  };
}

/** A choice as the viewer of a view reads it. */
export function offered(choice: WireChoice, reader: Reader, view: View): Choice {
  return {
    ...choice,
    get words() {
      return sayChoice(reader, choice, view).words;
    },
    get help() {
      return sayChoice(reader, choice, view).help;
    },
    get notation() {
      return notationOf(reader, choice);
    },
  };
}

/** What a bot would do, and why. */
export interface Hint extends Pick<HintMessage, 'action' | 'choices' | 'weights'> {
  readonly words: string;
  readonly why: string;
}

export function advised(hint: HintMessage, reader: Reader, view: View): Hint {
  const choice = view.choices.find(({ action }) => action === hint.action);
  return {
    action: hint.action,
    choices: hint.choices,
    weights: hint.weights,
    get words() {
      return choice ? sayChoice(reader, choice, view).words : '';
    },
    get why() {
      return hint.reasons.map((reason) => say(reason, reader.info.name)).join(' ');
    },
  };
}

/** Something that would happen. */
export interface PossibleLine extends WirePossibleLine {
  readonly words: string;
}

/** What some actions would lead to. */
export interface Tried extends Omit<TriedMessage, 'lines' | 'choices'> {
  lines: PossibleLine[];
  choices: Choice[];
}

export function foreseen(tried: TriedMessage, reader: Reader, view: View): Tried {
  const lines = tried.lines.map((line) => ({
    ...line,
    get words() {
      return sayLine(reader, line);
    },
  }));
  return { ...tried, lines, choices: tried.choices.map((choice) => offered(choice, reader, view)) };
}
