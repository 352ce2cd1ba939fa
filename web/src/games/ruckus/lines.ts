/** Which lines of Ruckus lead the short log, whose they are, and what they tell when all is over. */
import type { Line, Lobby, Seat, View } from '../../lib/protocol';
import { count } from '../../lib/words';
import type { Story } from '../types';
import { nameOf } from './cards.svelte';
import { modelOf } from './model';
import { eventOf } from './plan';

const HEADLINES = new Set(['round_started', 'laid', 'stole', 'built', 'last_flurry_began', 'was_too_late', 'time_was_up', 'went_out', 'ran_out', 'extra_round', 'won', 'shared_the_win']);

export const isHeadline = (line: Line): boolean => HEADLINES.has(eventOf(line));
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

export function goal(view: View): string {
  const { round, rounds, goal } = modelOf(view);
  return [rounds > 0 ? `round ${round} of ${rounds}` : `round ${round}`, ...(goal > 0 ? [`first to ${goal}`] : [])].join(', ');
}

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { mats, goal } = modelOf(view);
  const mine = mats.find((mat) => mat.seat === seat)?.total ?? 0;
  const best = mats.filter((mat) => mat.seat !== seat).sort((a, b) => b.total - a.total)[0];
  const so = goal > 0 ? `${mine} of ${goal}` : count(mine, 'point');
  if (!best) return so;
  const name = lobby.seats[best.seat]?.name ?? '';
  return `${so}|${best.total > mine ? `${name} leads with ${best.total}.` : best.total === mine ? `${name} has as many.` : `You lead; ${name} has ${best.total}.`}`;
}

const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

/** Who of them did something most often. */
function most(lines: Line[], event: string, number: string): [Seat, number] | undefined {
  const counts = new Map<Seat, number>();
  for (const line of lines) if (eventOf(line) === event) counts.set(line.numbers[number] ?? -1, (counts.get(line.numbers[number] ?? -1) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0];
}

/** The biggest steal, the busiest thief, who was robbed most, who went out and the best round. */
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? 'Somebody';
  const stories: Story[] = [];
  const steal = lines.filter((line) => eventOf(line) === 'stole').sort((a, b) => (b.numbers['size'] ?? 0) - (a.numbers['size'] ?? 0))[0];
  if (steal) stories.push({ title: 'Biggest pile stolen', words: `${name(steal.numbers['seat'])} took ${nameOf(steal.numbers['design'] ?? -1)} from ${name(steal.numbers['target'])} and had ${steal.numbers['size'] ?? 0}` });
  const thief = most(lines, 'stole', 'seat');
  if (thief) stories.push({ title: 'Busiest thief', words: `${name(thief[0])} stole ${times(thief[1])}` });
  const victim = most(lines, 'stole', 'target');
  if (victim) stories.push({ title: 'Robbed most', words: `${name(victim[0])}, ${times(victim[1])}` });
  const out = most(lines, 'went_out', 'seat');
  if (out) stories.push({ title: 'RUCKUS!', words: `${name(out[0])} went out ${times(out[1])}` });
  const round = lines.filter((line) => eventOf(line) === 'scored').sort((a, b) => (b.numbers['points'] ?? 0) - (a.numbers['points'] ?? 0))[0];
  if (round) stories.push({ title: 'Best round', words: `${name(round.numbers['seat'])} scored ${count(round.numbers['points'] ?? 0, 'point')}` });
  return stories;
}
