/** Which lines of Mantis lead the short log, whose they are, and the story they tell at the end. */
import { t } from '../../../lib/language/language.svelte';
import type { Lobby, Seat, View } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { Story } from '../../../lib/table/game';
import { nameOf } from '../cards/cards';
import { modelOf } from './model';
import type { EventName } from './names';
import { isEvent } from '../motion/plan';

const HEADLINES: EventName[] = ['stayed', 'scored', 'stole', 'stopped', 'ran out', 'drew lots', 'extra game started', 'won', 'started'];

export const isHeadline = (line: Line): boolean => isEvent(line, ...HEADLINES);
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { tanks, target } = modelOf(view);
  const mine = tanks[seat]?.score ?? 0;
  const best = [...tanks].filter((tank) => tank.seat !== seat).sort((a, b) => b.score - a.score)[0];
  const own = t('{n} of {target}', { n: mine, target });
  if (!best) return own;
  const who = { name: lobby.seats[best.seat]?.name ?? '', n: best.score };
  return `${own}|${best.score > mine ? t('{name} leads with {n}.', who) : best.score === mine ? t('{name} has as many.', who) : t('You lead; {name} has {n}.', who)}`;
}

/** The biggest steal, the most cards scored at once, and how long it took. */
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? t('Somebody');
  const all = (event: EventName): Line[] => lines.filter((line) => isEvent(line, event));
  const best = (event: EventName): Line | undefined => all(event).sort((a, b) => (b.numbers['n'] ?? 0) - (a.numbers['n'] ?? 0))[0];
  const valuesOf = ({ numbers: { seat, target, front = -1, n = 0 } }: Line) => ({ name: name(seat), other: name(target), colour: nameOf(front), n });
  const stories: Story[] = [];
  const steal = best('stole');
  if (steal) stories.push({ title: t('Biggest steal'), words: t('{name} took {n:card} ({colour}) from {other}', valuesOf(steal)) });
  const score = best('scored');
  if (score) stories.push({ title: t('Best score'), words: t('{name} scored {n:card} ({colour}) at once', valuesOf(score)) });
  const turns = all('revealed').length;
  const hits = all('scored').length + all('stole').length;
  if (turns > 0) stories.push({ title: t('Cards turned over'), words: t('{n}, and {hits} of them fitted ({percent} %)', { n: turns, hits, percent: Math.round((100 * hits) / turns) }) });
  const robbed = new Map<number, number>();
  for (const { numbers } of all('stole')) robbed.set(numbers['target'] ?? -1, (robbed.get(numbers['target'] ?? -1) ?? 0) + 1);
  const [victim, times] = [...robbed].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (victim !== undefined && times !== undefined && times > 1) stories.push({ title: t('Robbed most'), words: t('{name}, {n:time}', { name: name(victim), n: times }) });
  return stories;
}
