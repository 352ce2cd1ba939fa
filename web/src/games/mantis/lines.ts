/** Which lines of Mantis lead the short log, whose they are, and what they tell when all is over. */
import type { Line, Lobby, Seat, View } from '../../lib/protocol';
import { count } from '../../lib/words';
import type { Story } from '../types';
import { nameOf } from './cards';
import { modelOf } from './model';
import { eventOf } from './plan';

const HEADLINES = new Set(['stayed', 'scored', 'stole', 'stopped', 'ran_out', 'drew_lots', 'extra_game_started', 'won', 'started']);

export const isHeadline = (line: Line): boolean => HEADLINES.has(eventOf(line));
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { tanks, target } = modelOf(view);
  const mine = tanks[seat]?.score ?? 0;
  const best = [...tanks].filter((tank) => tank.seat !== seat).sort((a, b) => b.score - a.score)[0];
  if (!best) return `${mine} of ${target}`;
  const name = lobby.seats[best.seat]?.name ?? '';
  return `${mine} of ${target}|${best.score > mine ? `${name} leads with ${best.score}.` : best.score === mine ? `${name} has as many.` : `You lead; ${name} has ${best.score}.`}`;
}

/** The biggest steal, the most cards scored at once, and how long it took. */
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? 'Somebody';
  const best = (event: string): Line | undefined =>
    lines.filter((line) => eventOf(line) === event).sort((a, b) => (b.numbers['n'] ?? 0) - (a.numbers['n'] ?? 0))[0];
  const stories: Story[] = [];
  const steal = best('stole');
  if (steal) stories.push({ title: 'Biggest steal', words: `${name(steal.numbers['seat'])} took ${count(steal.numbers['n'] ?? 0, 'card')} (${nameOf(steal.numbers['front'] ?? -1)}) from ${name(steal.numbers['target'])}` });
  const score = best('scored');
  if (score) stories.push({ title: 'Best score', words: `${name(score.numbers['seat'])} scored ${count(score.numbers['n'] ?? 0, 'card')} (${nameOf(score.numbers['front'] ?? -1)}) at once` });
  const turns = lines.filter((line) => eventOf(line) === 'revealed').length;
  const hits = lines.filter((line) => ['scored', 'stole'].includes(eventOf(line))).length;
  if (turns > 0) stories.push({ title: 'Cards turned over', words: `${turns}, and ${hits} of them fitted (${Math.round((100 * hits) / turns)} %)` });
  const robbed = new Map<number, number>();
  for (const line of lines) if (eventOf(line) === 'stole') robbed.set(line.numbers['target'] ?? -1, (robbed.get(line.numbers['target'] ?? -1) ?? 0) + 1);
  const [victim, times] = [...robbed].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (victim !== undefined && times !== undefined && times > 1) stories.push({ title: 'Robbed most', words: `${name(victim)}, ${times} times` });
  return stories;
}
