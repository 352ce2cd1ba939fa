/** Which lines of Ruckus lead the short log, whose they are, and the story they tell at the end. */
import { t } from '../../../lib/language/language.svelte';
import type { Lobby, Seat, View } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { Story } from '../../../lib/table/game';
import { nameOf } from '../cards/cards.svelte';
import { modelOf } from './model';
import type { EventName } from './names';
import { isEvent } from '../motion/plan';

const HEADLINES: EventName[] = ['round started', 'laid', 'stole', 'built', 'last flurry began', 'was too late', 'time was up', 'went out', 'ran out', 'extra round', 'won', 'shared the win'];

export const isHeadline = (line: Line): boolean => isEvent(line, ...HEADLINES);
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

export function goal(view: View): string {
  const { round: n, rounds, goal } = modelOf(view);
  return [rounds > 0 ? t('round {n} of {rounds}', { n, rounds }) : t('round {n}', { n }), ...(goal > 0 ? [t('first to {n}', { n: goal })] : [])].join(', ');
}

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { mats, goal } = modelOf(view);
  const mine = mats.find((mat) => mat.seat === seat)?.total ?? 0;
  const best = mats.filter((mat) => mat.seat !== seat).sort((a, b) => b.total - a.total)[0];
  const own = goal > 0 ? t('{n} of {target}', { n: mine, target: goal }) : t('{n:point}', { n: mine });
  if (!best) return own;
  const who = { name: lobby.seats[best.seat]?.name ?? '', n: best.total };
  return `${own}|${best.total > mine ? t('{name} leads with {n}.', who) : best.total === mine ? t('{name} has as many.', who) : t('You lead; {name} has {n}.', who)}`;
}

const times = (n: number): string => (n === 1 ? t('once') : n === 2 ? t('twice') : t('{n:time}', { n }));

/** Which player did something most often, and how often. */
function most(lines: Line[], number: string): { seat: Seat; times: string } | undefined {
  const counts = new Map<Seat, number>();
  for (const { numbers } of lines) counts.set(numbers[number] ?? -1, (counts.get(numbers[number] ?? -1) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && { seat: first[0], times: times(first[1]) };
}

/** The biggest steal, the busiest thief, who was robbed most, who went out and the best round. */
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? t('Somebody');
  const all = (event: EventName): Line[] => lines.filter((line) => isEvent(line, event));
  const best = (event: EventName, number: string): Line | undefined => all(event).sort((a, b) => (b.numbers[number] ?? 0) - (a.numbers[number] ?? 0))[0];
  const stories: Story[] = [];
  const steal = best('stole', 'size')?.numbers;
  if (steal) stories.push({ title: t('Biggest pile stolen'), words: t('{name} took {design} from {other} and had {n}', { name: name(steal['seat']), design: nameOf(steal['design'] ?? -1), other: name(steal['target']), n: steal['size'] ?? 0 }) });
  const thief = most(all('stole'), 'seat');
  if (thief) stories.push({ title: t('Busiest thief'), words: t('{name} stole {times}', { name: name(thief.seat), times: thief.times }) });
  const victim = most(all('stole'), 'target');
  if (victim) stories.push({ title: t('Robbed most'), words: t('{name}, {times}', { name: name(victim.seat), times: victim.times }) });
  const out = most(all('went out'), 'seat');
  if (out) stories.push({ title: t('RUCKUS!'), words: t('{name} went out {times}', { name: name(out.seat), times: out.times }) });
  const round = best('scored', 'points')?.numbers;
  if (round) stories.push({ title: t('Best round'), words: t('{name} scored {n:point}', { name: name(round['seat']), n: round['points'] ?? 0 }) });
  return stories;
}
