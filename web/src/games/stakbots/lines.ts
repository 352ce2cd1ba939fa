/** Which lines of Stak Bots lead the short log, whose they are, how a chain reads, and the story in the end. */
import type { Line, Lobby, Seat, View } from '../../lib/protocol';
import { count } from '../../lib/words';
import type { Story } from '../types';
import { titleOf, type Print } from './cards';
import { modelOf } from './model';
import { eventOf } from './plan';

const HEADLINES = new Set([
  'started', 'turn_began', 'picked', 'reshuffled', 'played', 'scrapped', 'discarded', 'recycled', 'attacked', 'cancelled', 'reaction_declined', 'effect', 'effect_lost',
  'no_target', 'fell', 'sent_down', 'reset', 'shot_at', 'returned', 'expelled', 'series_goes_on', 'resigned', 'time_called', 'out', 'turn_limit', 'won', 'drawn',
]);
export const isHeadline = (line: Line): boolean => HEADLINES.has(eventOf(line));
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

export const goal = (view: View): string => {
  const { toFeed } = modelOf(view);
  return `last Stak standing · feed ${toFeed}`;
};

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const left = (at: Seat): number => modelOf(view).players[at]?.staks.reduce((n, stak) => n + stak.cards.length, 0) ?? 0;
  const others = lobby.seats.filter((chair) => chair.seat !== seat && left(chair.seat) > 0).map((chair) => `${chair.name} ${left(chair.seat)}`);
  return `${count(left(seat), 'card')} left|${others.length > 0 ? `Cards left: ${others.join(', ')}.` : ''}`;
}

// ------------------------------------------------------------------------------ chains
export interface Link {
  face: number;
  seat: Seat;
  title: string;
  /** All that was said of this step. */
  words: string[];
}

const BEGINS = new Set(['turn_began', 'played', 'attacked', 'series_goes_on', 'recycled', 'dropped', 'turn_ended', 'discarded']);
const QUIET = new Set(['triggered', 'held', 'ready', 'yielded', 'drew_card']);
const TITLES: Readonly<Record<string, string>> = { attacked: 'Battle', series_goes_on: 'Stomp', turn_began: 'Turn', recycled: 'Recycling', dropped: 'Blitz', discarded: 'Discard', turn_ended: 'Turn' };

/** The steps since the last action: what set it off, and one link for each effect. */
export function chainOf(lines: readonly Line[], prints: readonly Print[]): Link[] {
  const links: Link[] = [];
  for (let i = beginning(lines); i < lines.length; i++) {
    const line = lines[i]!;
    const event = eventOf(line);
    if (QUIET.has(event)) continue;
    const { card = -1, seat = -1 } = line.numbers;
    if (links.length === 0 || event === 'effect') links.push({ face: card, seat, title: event === 'effect' || event === 'played' ? titleOf(prints[card]) : (TITLES[event] ?? 'Scrapped'), words: [] });
    links[links.length - 1]!.words.push(line.words);
  }
  return links;
}

function beginning(lines: readonly Line[]): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!;
    const isForced = eventOf(line) === 'discarded' && line.numbers['why'] === 1;
    if ((BEGINS.has(eventOf(line)) && !isForced) || (eventOf(line) === 'scrapped' && line.numbers['why'] === 0)) return i;
  }
  return 0;
}

// ------------------------------------------------------------------------------ the story
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? 'Somebody';
  const of = (event: string): Line[] => lines.filter((line) => eventOf(line) === event);
  const stories: Story[] = [];
  const attacks = tally(of('attacked').map(actor));
  if (attacks) stories.push({ title: 'Attacked most', words: `${name(attacks[0])}, ${count(attacks[1], 'time')}` });
  const chain = longestChain(lines);
  if (chain > 1) stories.push({ title: 'Longest chain', words: `${chain} effects, one after the other` });
  const scrapped = of('scrapped').length + of('discarded').length;
  stories.push({ title: 'Fed to the scrapheap', words: count(scrapped, 'card') });
  const hardest = [...of('struck'), ...of('shot_at')].sort((a, b) => (b.numbers['damage'] ?? 0) - (a.numbers['damage'] ?? 0))[0];
  if (hardest) stories.push({ title: 'Hardest hit', words: hardest.words });
  return stories;
}

function tally(seats: Seat[]): [Seat, number] | undefined {
  const times = new Map<Seat, number>();
  for (const seat of seats) times.set(seat, (times.get(seat) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0];
}

function longestChain(lines: readonly Line[]): number {
  let [longest, now] = [0, 0];
  for (const line of lines) {
    if (BEGINS.has(eventOf(line))) now = 0;
    else if (eventOf(line) === 'effect') longest = Math.max(longest, ++now);
  }
  return longest;
}
