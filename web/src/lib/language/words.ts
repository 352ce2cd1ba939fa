/** Short texts: numbers, times, room codes, levels. */
import { inGame, language, t } from './language.svelte';
import type { GameInfo, Level } from '../protocol';

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

export function ago(then: number, now = Date.now()): string {
  const minutes = Math.round((now - then) / 60000);
  if (minutes < 1) return t('just now');
  const hours = Math.round(minutes / 60);
  const said = new Intl.RelativeTimeFormat(language.tongue.lang);
  if (minutes < 60) return said.format(-minutes, 'minute');
  return hours < 24 ? said.format(-hours, 'hour') : said.format(-Math.round(hours / 24), 'day');
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

export function ordinal(n: number): string {
  const kind = ORDINALS.select(n);
  return kind === 'one' ? t('{n}st', { n }) : kind === 'two' ? t('{n}nd', { n }) : kind === 'few' ? t('{n}rd', { n }) : t('{n}th', { n });
}

export function listed(names: readonly string[]): string {
  return language.tongue.list(names, 'and');
}

/** A table's id from what somebody typed or pasted: a link, or the code itself. */
export function tableIdFrom(text: string): string {
  const trimmed = text.trim();
  const link = /\/t\/([^/?#\s]+)/.exec(trimmed);
  if (link?.[1]) return decodeURIComponent(link[1]);
  return trimmed.replace(/\s+/g, '-').replace(/[^\w.~-]/g, '');
}

/** A table's id shortened for the top bar: its first two words. */
export function shortCode(id: string): string {
  const parts = id.split('-');
  return (parts.length > 2 ? parts.slice(0, 2).join('-') : id.slice(0, 12)).toUpperCase();
}

/** A notation as part of a test id. */
export function slug(notation: string): string {
  return notation.trim().replace(/\s+/g, '-');
}

/** Whether a game with these options is played in real time. */
function isLive(info: Pick<GameInfo, 'untimed'>, options: Record<string, number>): boolean {
  return Object.entries(info.untimed ?? {}).some(([key, value]) => options[key] !== value);
}

export function levelTitle(level: Pick<Level, 'title'>): string {
  return inGame('', 'level', level.title);
}

/** What to expect of a bot of this level in such a game. */
export function levelWords(level: Level | undefined, info: Pick<GameInfo, 'untimed'>, options: Record<string, number>): string {
  if (!level) return '';
  if (level.live && isLive(info, options)) return inGame('', 'help', level.live);
  const help = inGame('', 'help', level.help);
  return level.seconds > 0 ? t('{help} Thinks for up to {n} s.', { help, n: level.seconds }) : help;
}
