/** Hands a record from where it was dropped to the page that plays it. */
import type { GameRecord } from '../protocol';

let handed: GameRecord | null = null;

export function handRecord(record: unknown): void {
  if (typeof record !== 'object' || record === null || typeof (record as GameRecord).game !== 'string') throw new TypeError('no record');
  handed = record as GameRecord;
}

export function takeRecord(): GameRecord | null {
  const record = handed;
  handed = null;
  return record;
}
