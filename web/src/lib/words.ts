/** Small words: numbers, times, room codes, levels. */
import type { GameInfo, Level } from './protocol';

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

export function ago(then: number, now = Date.now()): string {
  const minutes = Math.round((now - then) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${count(minutes, 'minute')} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${count(hours, 'hour')} ago`;
  return `${count(Math.round(hours / 24), 'day')} ago`;
}

export function ordinal(n: number): string {
  const rest = n % 100;
  if (rest > 10 && rest < 14) return `${n}th`;
  return `${n}${['th', 'st', 'nd', 'rd'][n % 10] ?? 'th'}`;
}

export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** A table's id from what somebody typed or pasted: a link, or the code itself. */
export function tableIdFrom(text: string): string {
  const trimmed = text.trim();
  const link = /\/t\/([^/?#\s]+)/.exec(trimmed);
  if (link?.[1]) return decodeURIComponent(link[1]);
  return trimmed.replace(/\s+/g, '-').replace(/[^\w.~-]/g, '');
}

/** A table's id made short for the bar: its first two words. */
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

/** What to expect of a bot of this level in such a game. */
export function levelWords(level: Level | undefined, info: Pick<GameInfo, 'untimed'>, options: Record<string, number>): string {
  if (!level) return '';
  if (level.live && isLive(info, options)) return level.live;
  return level.seconds > 0 ? `${level.help} Thinks for up to ${level.seconds} s.` : level.help;
}
