/** Which lines of Stak Bots lead the short log, whose they are, how a chain reads, and the story at the end. */
import { say, sentence, t, type Sentence } from '../../../lib/language/language.svelte';
import type { Lobby, Seat, View } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { Story } from '../../../lib/table/game';
import { titleOf, type Print } from '../cards/cards';
import { modelOf } from './model';
import type { EventName } from './names';
import { isEvent } from '../motion/plan';

const HEADLINES: readonly EventName[] = [
  'started', 'turn began', 'picked', 'reshuffled', 'played', 'scrapped', 'discarded', 'recycled', 'attacked', 'cancelled', 'reaction declined', 'effect', 'effect lost',
  'no target', 'fell', 'sent down', 'reset', 'shot at', 'returned', 'expelled', 'series goes on', 'resigned', 'time called', 'out', 'turn limit', 'won', 'drawn',
];
export const isHeadline = (line: Line): boolean => isEvent(line, ...HEADLINES);
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

export const goal = (view: View): string => t('last Stak standing · feed {n}', { n: modelOf(view).toFeed });

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { players } = modelOf(view);
  const left = (at: Seat): number => players[at]?.staks.reduce((n, stak) => n + stak.cards.length, 0) ?? 0;
  const others = lobby.seats.filter((chair) => chair.seat !== seat && left(chair.seat) > 0).map((chair) => `${chair.name} ${left(chair.seat)}`);
  return `${t('{n:card} left', { n: left(seat) })}|${others.length > 0 ? t('Cards left: {others}.', { others: others.join(', ') }) : ''}`;
}

// ------------------------------------------------------------------------------ chains
export interface Link {
  face: number;
  seat: Seat;
  title: string;
  /** All lines of this step. */
  words: string[];
}

const BEGINS: readonly EventName[] = ['turn began', 'played', 'attacked', 'series goes on', 'recycled', 'dropped', 'turn ended', 'discarded'];
const QUIET: readonly EventName[] = ['triggered', 'held', 'ready', 'yielded', 'drew card'];
const TITLES: { readonly [event in EventName]?: Sentence } = {
  attacked: sentence('Battle'), 'series goes on': sentence('Stomp'), 'turn began': sentence('Turn'), recycled: sentence('Recycling'), dropped: sentence('Blitz'),
  discarded: sentence('Discard', {}, 'noun'), 'turn ended': sentence('Turn'),
};
/** Why a card goes, among the rules' reasons. */
const [BY_CHOICE, BY_EXPEL] = [0, 1];

/** The steps since the last action: what set it off, and one link for each effect. */
export function chainOf(lines: readonly Line[], prints: readonly Print[]): Link[] {
  const links: Link[] = [];
  for (const line of lines.slice(beginning(lines))) {
    if (isEvent(line, ...QUIET)) continue;
    const { card = -1, seat = -1 } = line.numbers;
    if (links.length === 0 || isEvent(line, 'effect')) links.push({ face: card, seat, title: linkTitle(line, prints[card]), words: [] });
    links[links.length - 1]!.words.push(line.words);
  }
  return links;
}

function linkTitle(line: Line, print: Print | undefined): string {
  if (isEvent(line, 'effect', 'played')) return titleOf(print);
  const title = TITLES[line.event as EventName];
  return title ? say(title) : t('Scrapped');
}

function beginning(lines: readonly Line[]): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!;
    const { why } = line.numbers;
    const isForced = isEvent(line, 'discarded') && why === BY_EXPEL;
    if ((isEvent(line, ...BEGINS) && !isForced) || (isEvent(line, 'scrapped') && why === BY_CHOICE)) return i;
  }
  return 0;
}

// ------------------------------------------------------------------------------ the story
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: Seat): string => lobby.seats[seat]?.name ?? t('Somebody');
  const of = (...events: EventName[]): Line[] => lines.filter((line) => isEvent(line, ...events));
  const stories: Story[] = [];
  const attacks = tally(of('attacked').map(actor));
  if (attacks) stories.push({ title: t('Attacked most'), words: t('{name}, {n:time}', { name: name(attacks[0]), n: attacks[1] }) });
  const chain = longestChain(lines);
  if (chain > 1) stories.push({ title: t('Longest chain'), words: t('{n:effect}, one after the other', { n: chain }) });
  stories.push({ title: t('Fed to the scrapheap'), words: t('{n:card}', { n: of('scrapped', 'discarded').length }) });
  const hardest = of('struck', 'shot at').sort((a, b) => (b.numbers['damage'] ?? 0) - (a.numbers['damage'] ?? 0))[0];
  if (hardest) stories.push({ title: t('Hardest hit'), words: hardest.words });
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
    if (isEvent(line, ...BEGINS)) now = 0;
    else if (isEvent(line, 'effect')) longest = Math.max(longest, ++now);
  }
  return longest;
}
