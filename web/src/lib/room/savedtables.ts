/** The tables this device sits at: their tokens, and enough to show them on the first page. */
import { browserStorage, type TextStorage } from '../page/storage';
import type { Seat, SeatToken } from '../protocol';

/** A number that was shown, and the seals that bound everybody at that moment. */
export interface Shown {
  seat: Seat;
  nonce: string;
  round: number;
  commitment: string;
  seals: Record<string, string>;
  options: Record<string, number>;
  /** Whether the room has confirmed it. */
  heard?: boolean;
}

export interface Remembered {
  table: string;
  game: string;
  title: string;
  seats: SeatToken[];
  /** The commitment as first seen; the fair-deal check compares the end with it. */
  commitment: string;
  /** The numbers this device put into the shuffle, by seat. */
  nonces: Record<string, string>;
  /** The numbers that this device has sealed, by their seals. */
  sealed?: Record<string, string>;
  /** The numbers that this device has shown, by their seals. */
  shown?: Record<string, Shown>;
  /** The round of the deal that the commitment belongs to. */
  round?: number;
  when: number;
  over: boolean;
  yourTurn: boolean;
  standing: string;
  others: { name: string; avatar: string; seat: number }[];
  /** What was laid out at a seat and not sent yet, so that it survives a reload. */
  drafts?: Record<string, string[]>;
}

const KEY = 'rumpus.tables';
const MOST = 24;

export function allTables(from: TextStorage | null = browserStorage()): Remembered[] {
  try {
    const kept: unknown = JSON.parse(from?.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Remembered[]).filter((x) => typeof x?.table === 'string') : [];
  } catch {
    return [];
  }
}

export function recall(table: string, from: TextStorage | null = browserStorage()): Remembered | undefined {
  return allTables(from).find((kept) => kept.table === table);
}

/** Remember a table, or more about it; the newest come first. */
export function remember(table: string, more: Partial<Remembered>, to: TextStorage | null = browserStorage()): void {
  const before = recall(table, to);
  const blank: Remembered = { table, game: '', title: '', seats: [], commitment: '', nonces: {}, when: 0, over: false, yourTurn: false, standing: '', others: [] };
  const now: Remembered = { ...(before ?? blank), ...more, table, when: more.when ?? Date.now() };
  if (before?.commitment && (before.round ?? 1) === (now.round ?? 1)) now.commitment = before.commitment;
  const rest = allTables(to).filter((kept) => kept.table !== table);
  try {
    to?.setItem(KEY, JSON.stringify([now, ...rest].slice(0, MOST)));
  } catch {
    // full storage must not stop the game
  }
}

export function forget(table: string, from: TextStorage | null = browserStorage()): void {
  try {
    from?.setItem(KEY, JSON.stringify(allTables(from).filter((kept) => kept.table !== table)));
  } catch {
    // nothing to do
  }
}

/** A number of our own for the shuffle. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (x) => x.toString(16).padStart(2, '0')).join('');
}
