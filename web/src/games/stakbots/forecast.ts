/** An attack before it happens, as the room tells it: who takes what, what becomes of each, and what else would follow. */
import type { PossibleLine, Seat, TriedMessage } from '../../lib/protocol';
import type { Card, Stak } from './model';

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
  /** How likely it is scrapped; null as long as nobody has said so. */
  scrapped: Chance | null;
  /** What else than damage scraps it, such as a Fatal; empty if damage does. */
  by: string;
}

export interface Forecast {
  attacker: Fighter;
  defender: Fighter;
  /** Who may react first: the rest follows only if they do not. */
  unless: Seat[];
  /** How likely the viewer would be out of the game; null if not at all. */
  out: Chance | null;
  /** Cards that the Scrapheap gets, as far as it is certain. */
  fed: number;
  /** What else follows. */
  then: string[];
  /** What hidden cards may do to the viewer's others: in how many worlds. */
  risk: Chance | null;
}

/** What scraps a card, in the order of the rules' reasons. */
const REASONS = ['', '', 'Fatal', 'Bash', 'Spike', 'Clumsy', 'Reaper'];
const TOLD_ELSEWHERE = new Set(['attacked', 'struck', 'triggered', 'reaction declined', 'attack spent', 'won', 'drawn']);
const FED = new Set(['scrapped', 'discarded', 'hand shown']);

const nameOf = ({ event }: PossibleLine): string => event.toLowerCase().replace(/[_-]+/g, ' ');
const isOf = ({ numbers }: PossibleLine, stak: Stak): boolean => numbers['seat'] === stak.seat && numbers['stak'] === stak.number;

function chanceOf(lines: readonly PossibleLine[], of: number): Chance | null {
  if (lines.length === 0) return null;
  return { sure: lines.some((line) => line.sure), worlds: Math.min(of, lines.reduce((n, line) => n + line.worlds, 0)), of };
}

function fighter(stak: Stak, tried: TriedMessage | null, all: boolean): Fighter {
  const card = stak.cards[0]!;
  const base = { card, power: card.power, before: card.damage };
  if (!tried) return { ...base, taken: 0, scrapped: null, by: '' };
  const about = (event: string): PossibleLine[] => tried.lines.filter((line) => nameOf(line) === event && isOf(line, stak) && line.numbers['card'] === card.face);
  const struck = about('struck').filter((line) => line.sure);
  const ends = about('scrapped');
  return {
    ...base,
    taken: (all ? struck : struck.slice(0, 1)).reduce((sum, line) => sum + (line.numbers['damage'] ?? 0), 0),
    scrapped: chanceOf(ends, tried.worlds) ?? { sure: false, worlds: 0, of: tried.worlds },
    by: REASONS[ends[0]?.numbers['why'] ?? 0] ?? '',
  };
}

/** Cards that nobody knows do this in every world: which ones differs, that it happens does not. */
function hidden(lines: readonly PossibleLine[], of: number): PossibleLine[] {
  const groups = new Map<string, PossibleLine>();
  for (const line of lines) {
    const { seat, stak, why } = line.numbers;
    const key = JSON.stringify([nameOf(line), seat, stak, why]);
    groups.set(key, { ...line, worlds: (groups.get(key)?.worlds ?? 0) + line.worlds });
  }
  return [...groups.values()].filter((line) => line.worlds >= of);
}

/** What is drawn of an attack; without an answer only who meets whom. `whose` names a player's cards. */
export function forecastOf(mine: Stak, theirs: Stak, tried: TriedMessage | null, viewer: Seat, whose: (seat: Seat) => string): Forecast | null {
  if (!mine.cards[0] || !theirs.cards[0]) return null;
  const [attacker, defender] = [fighter(mine, tried, true), fighter(theirs, tried, false)];
  const { lines = [], worlds: of = 0 } = tried ?? {};
  const isFighter = (line: PossibleLine): boolean => [[mine, attacker] as const, [theirs, defender] as const].some(([stak, { card }]) => isOf(line, stak) && line.numbers['card'] === card.face);
  const isTold = (line: PossibleLine): boolean => TOLD_ELSEWHERE.has(nameOf(line)) || (nameOf(line) === 'out' && line.numbers['seat'] === viewer) || (nameOf(line) === 'scrapped' && isFighter(line));
  const rest = lines.filter((line) => !isTold(line));
  const open = rest.filter((line) => !line.sure);
  const unknown = hidden(open, of);
  const more = unknown.flatMap((line) => {
    const where = `${whose(line.numbers['seat'] ?? -1)} Stak`;
    if (nameOf(line) === 'turned up') return `A hidden card turns up on ${where}.`;
    return nameOf(line) === 'scrapped' ? `A hidden card of ${where} is scrapped${REASONS[line.numbers['why'] ?? 0] ? ` by ${REASONS[line.numbers['why'] ?? 0]}` : ''}.` : [];
  });
  const lost = open.filter((line) => nameOf(line) === 'scrapped' && line.numbers['seat'] === viewer);
  const certain = (line: PossibleLine): boolean => (line.sure || line.worlds >= of) && FED.has(nameOf(line));
  return {
    attacker, defender,
    unless: [...new Set(lines.flatMap((line) => line.unless))],
    out: chanceOf(lines.filter((line) => nameOf(line) === 'out' && line.numbers['seat'] === viewer), of),
    fed: [...lines.filter((line) => line.sure || isFighter(line)), ...unknown].filter(certain).length,
    then: [...rest.filter((line) => line.sure).map((line) => line.words), ...more],
    risk: chanceOf(lost.filter((line) => !unknown.some((one) => one.numbers['why'] === line.numbers['why'] && isOf(one, mine))), of),
  };
}
