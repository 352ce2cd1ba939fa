/** Which lines of Tuck It lead the short log, whose they are, and the story they tell at the end. */
import { t } from '../../../lib/language/language.svelte';
import type { Lobby, Seat, View } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { Story } from '../../../lib/table/game';
import { modelOf, type Player } from './model';
import { STAGE, type EventName } from './names';
import { eventOf } from '../motion/plan';

const HEADLINES = new Set<EventName>(['starts', 'played', 'revealed', 'took pile', 'rolled', 'flipped', 'four of a kind', 'trashed', 'skipped', 'dark q struck', 'tucked', 'phase two', 'reversed', 'took top', 'showed', 'tied', 'won', 'stopped']);

export const isHeadline = (line: Line): boolean => HEADLINES.has(eventOf(line));
export const actor = (line: Line): Seat => line.numbers['seat'] ?? -1;

const inStacks = (player: Player): number => player.stacks.reduce((n, cards) => n + cards.length, 0);

export function goal(view: View): string {
  const { phase, stage } = modelOf(view);
  return stage === STAGE.buildingStacks ? t('building Stacks') : t('Phase {phase}', { phase });
}

export function standing(view: View, lobby: Lobby, seat: Seat): string {
  const { players, phase } = modelOf(view);
  const mine = players[seat];
  if (!mine) return t('Phase {phase}', { phase });
  const best = players.filter((player) => player.seat !== seat).sort((a, b) => inStacks(a) - inStacks(b))[0];
  const words = t('Phase {phase}: {n:Stack card}', { phase, n: inStacks(mine) });
  return best ? `${words}|${t('{name} has {n}.', { name: lobby.seats[best.seat]?.name ?? '', n: inStacks(best) })}` : words;
}

/** The largest pile picked up, four of a kind, flips, the longest play. */
export function story(lines: Line[], lobby: Lobby): Story[] {
  const name = (seat: number | undefined): string => lobby.seats[seat ?? -1]?.name ?? t('Somebody');
  const all = (event: EventName): Line[] => lines.filter((line) => eventOf(line) === event);
  const sizeIn = ({ numbers }: Line): number => numbers['n'] ?? 0;
  const stories: Story[] = [];
  const pile = all('took pile').sort((a, b) => sizeIn(b) - sizeIn(a))[0];
  if (pile && sizeIn(pile) > 1) stories.push({ title: t('Biggest pile'), words: t('{name} picked up {n:card}', { name: name(pile.numbers['seat']), n: sizeIn(pile) }) });
  const { seat, n } = longestPlay(lines);
  if (n > 1) stories.push({ title: t('Longest play'), words: t('{name} played {n:card} at once', { name: name(seat), n }) });
  const fours = all('four of a kind');
  if (fours.length > 0) stories.push({ title: t('Four of a kind'), words: fours.length === 1 ? t('once, by {name}', { name: name(fours[0]?.numbers['seat']) }) : t('{n:time}', { n: fours.length }) });
  const flips = all('flipped').length;
  if (flips > 0) stories.push({ title: t('Stacks flipped'), words: String(flips) });
  return stories;
}

/** The most cards laid one after the other by one player in one turn. */
function longestPlay(lines: Line[]): { seat: Seat; n: number } {
  let best = { seat: -1, n: 0 };
  let now = { seat: -1, n: 0 };
  for (const line of lines) {
    if (eventOf(line) !== 'played') now = { seat: -1, n: 0 };
    else {
      const seat = actor(line);
      now = { seat, n: now.seat === seat ? now.n + 1 : 1 };
      if (now.n > best.n) best = now;
    }
  }
  return best;
}
