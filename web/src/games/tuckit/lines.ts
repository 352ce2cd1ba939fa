/** Which lines of Tuck It lead the short log, whose they are, and what they tell when all is over. */
import type { Line, Lobby, Seat, View } from '../../lib/protocol';
import { count } from '../../lib/words';
import type { Story } from '../types';
import { modelOf, type Player } from './model';
import { eventOf } from './plan';

const HEADLINES = new Set(['starts', 'played', 'revealed', 'took_pile', 'rolled', 'flipped', 'four_of_a_kind', 'trashed', 'skipped', 'dark_q_struck', 'tucked', 'phase_two', 'reversed', 'took_top', 'showed', 'tied', 'won', 'stopped']);

export const isHeadline = (line: Line): boolean => HEADLINES.has(eventOf(line));
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

const inStacks = (player: Player): number => player.stacks.reduce((n, cards) => n + cards.length, 0);

export function goal(view: View): string {
  const { phase, stage } = modelOf(view);
  return stage === 'building' ? 'building Stacks' : `Phase ${phase}`;
}

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { players, phase } = modelOf(view);
  const mine = players[seat];
  if (!mine) return `Phase ${phase}`;
  const best = players.filter((player) => player.seat !== seat).sort((a, b) => inStacks(a) - inStacks(b))[0];
  const words = `Phase ${phase}: ${count(inStacks(mine), 'Stack card')}`;
  return best ? `${words}|${lobby.seats[best.seat]?.name ?? ''} has ${inStacks(best)}.` : words;
}

/** The largest pile picked up, four of a kind, flips, the longest play. */
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? 'Somebody';
  const all = (event: string): Line[] => lines.filter((line) => eventOf(line) === event);
  const stories: Story[] = [];
  const pile = all('took_pile').sort((a, b) => (b.numbers['n'] ?? 0) - (a.numbers['n'] ?? 0))[0];
  if (pile && (pile.numbers['n'] ?? 0) > 1) stories.push({ title: 'Biggest pile', words: `${name(pile.numbers['seat'])} picked up ${count(pile.numbers['n'] ?? 0, 'card')}` });
  const play = longestPlay(lines);
  if (play.n > 1) stories.push({ title: 'Longest play', words: `${name(play.seat)} played ${play.n} cards at once` });
  const fours = all('four_of_a_kind');
  if (fours.length > 0) stories.push({ title: 'Four of a kind', words: fours.length === 1 ? `once, by ${name(fours[0]?.numbers['seat'])}` : `${fours.length} times` });
  const flips = all('flipped').length;
  if (flips > 0) stories.push({ title: 'Stacks flipped', words: String(flips) });
  return stories;
}

/** The most cards laid one after the other by one player in one turn. */
function longestPlay(lines: Line[]): { seat: Seat; n: number } {
  let best = { seat: -1, n: 0 };
  let now = { seat: -1, n: 0 };
  for (const line of lines) {
    if (eventOf(line) !== 'played') now = { seat: -1, n: 0 };
    else {
      const seat = line.numbers['seat'] ?? -1;
      now = { seat, n: now.seat === seat ? now.n + 1 : 1 };
      if (now.n > best.n) best = now;
    }
  }
  return best;
}
