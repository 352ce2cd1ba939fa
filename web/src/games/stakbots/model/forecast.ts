/** An attack before it happens, as the room predicts it: who takes what, what happens to each card, and what else would follow. */
import type { Seat } from '../../../lib/protocol';
import { inGame } from '../../../lib/language/language.svelte';
import { sayLine, type PossibleLine, type Reader, type Tried } from '../../../lib/language/speaking';
import type { Card, Stak } from './model';
import type { EventName } from './names';
import { isEvent } from '../motion/plan';

/** In how many of the imagined worlds; `sure` whatever is hidden. */
export interface Chance {
  sure: boolean;
  worlds: number;
  of: number;
}

export interface Fighter {
  card: Card;
  power: number;
  before: number;
  taken: number;
  /** How likely it is to be scrapped; null if unknown. */
  scrapped: Chance | null;
  /** What scraps it other than damage, such as a Fatal; empty if damage does. */
  by: string;
}

export interface Forecast {
  attacker: Fighter;
  defender: Fighter;
  /** Who may react first: the rest follows only if they do not. */
  unless: Seat[];
  /** How likely the viewer is to be out of the game; null if not at all. */
  out: Chance | null;
  /** Cards that the Scrapheap gets, as far as it is certain. */
  fed: number;
  /** What else follows. */
  then: string[];
  /** What hidden cards may do to the viewer's others: in how many worlds. */
  risk: Chance | null;
}

const TOLD_ELSEWHERE: readonly EventName[] = ['attacked', 'struck', 'triggered', 'reaction declined', 'attack spent', 'won', 'drawn'];
const FED: readonly EventName[] = ['scrapped', 'discarded', 'hand shown'];
const HIDDEN_CARD = { card: -1 };
/** The rules' reasons that mean damage or its own player. */
const PLAIN_REASONS = 2;

/** What scraps a card, in the rules' words. */
function reasonOf({ info }: Reader, why: number): string {
  const names = info.words.events.find(({ name }) => name === ('scrapped' satisfies EventName))?.numbers['why']?.names ?? [];
  return why < PLAIN_REASONS ? '' : inGame(info.name, 'name', names[why] ?? '');
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
/** A line about a card that nobody knows yet. */
const sayHidden = (reader: Reader, { event, numbers }: PossibleLine): string => capital(sayLine(reader, { event, numbers: { ...numbers, ...HIDDEN_CARD } }));
const isOf = ({ numbers }: PossibleLine, stak: Stak): boolean => numbers['seat'] === stak.seat && numbers['stak'] === stak.number;

function chanceOf(lines: readonly PossibleLine[], of: number): Chance | null {
  if (lines.length === 0) return null;
  return { sure: lines.some((line) => line.sure), worlds: Math.min(of, lines.reduce((n, line) => n + line.worlds, 0)), of };
}

function fighter(stak: Stak, tried: Tried | null, all: boolean, reader: Reader): Fighter {
  const card = stak.cards[0]!;
  const base = { card, power: card.power, before: card.damage };
  if (!tried) return { ...base, taken: 0, scrapped: null, by: '' };
  const about = (event: EventName): PossibleLine[] => tried.lines.filter((line) => isEvent(line, event) && isOf(line, stak) && line.numbers['card'] === card.face);
  const struck = about('struck').filter((line) => line.sure);
  const ends = about('scrapped');
  return {
    ...base,
    taken: (all ? struck : struck.slice(0, 1)).reduce((sum, line) => sum + (line.numbers['damage'] ?? 0), 0),
    scrapped: chanceOf(ends, tried.worlds) ?? { sure: false, worlds: 0, of: tried.worlds },
    by: reasonOf(reader, ends[0]?.numbers['why'] ?? 0),
  };
}

/** Unknown cards do this in every world: which cards differs, that it happens does not. */
function hidden(lines: readonly PossibleLine[], of: number): PossibleLine[] {
  const groups = new Map<string, PossibleLine>();
  for (const line of lines) {
    const { seat, stak, why } = line.numbers;
    const key = JSON.stringify([line.event, seat, stak, why]);
    groups.set(key, { ...line, worlds: (groups.get(key)?.worlds ?? 0) + line.worlds });
  }
  return [...groups.values()].filter((line) => line.worlds >= of);
}

/** What is drawn of an attack; without an answer only who fights whom. */
export function forecastOf(mine: Stak, theirs: Stak, tried: Tried | null, reader: Reader): Forecast | null {
  if (!mine.cards[0] || !theirs.cards[0]) return null;
  const [attacker, defender] = [fighter(mine, tried, true, reader), fighter(theirs, tried, false, reader)];
  const { lines = [], worlds: of = 0 } = tried ?? {};
  const isFighter = (line: PossibleLine): boolean => [[mine, attacker] as const, [theirs, defender] as const].some(([stak, { card }]) => isOf(line, stak) && line.numbers['card'] === card.face);
  const isOurs = (line: PossibleLine): boolean => line.numbers['seat'] === reader.viewer;
  const isTold = (line: PossibleLine): boolean => isEvent(line, ...TOLD_ELSEWHERE) || (isEvent(line, 'out') && isOurs(line)) || (isEvent(line, 'scrapped') && isFighter(line));
  const rest = lines.filter((line) => !isTold(line));
  const open = rest.filter((line) => !line.sure);
  const unknown = hidden(open, of);
  const more = unknown.filter((line) => isEvent(line, 'turned up', 'scrapped')).map((line) => sayHidden(reader, line));
  const lost = open.filter((line) => isEvent(line, 'scrapped') && isOurs(line));
  const certain = (line: PossibleLine): boolean => (line.sure || line.worlds >= of) && isEvent(line, ...FED);
  return {
    attacker, defender,
    unless: [...new Set(lines.flatMap((line) => line.unless))],
    out: chanceOf(lines.filter((line) => isEvent(line, 'out') && isOurs(line)), of),
    fed: [...lines.filter((line) => line.sure || isFighter(line)), ...unknown].filter(certain).length,
    then: [...rest.filter((line) => line.sure).map((line) => line.words), ...more],
    risk: chanceOf(lost.filter((line) => !unknown.some((one) => one.numbers['why'] === line.numbers['why'] && isOf(one, mine))), of),
  };
}
