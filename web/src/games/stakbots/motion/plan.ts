/** From the lines of a move to beats: what is shown, and in which order. */
import type { Line } from '../../../lib/language/speaking';
import type { EventName } from '../model/names';

export interface StakBeat {
  kind: EventName;
  lines: Line[];
}

export const isEvent = (line: { event: string }, ...events: readonly EventName[]): boolean => (events as string[]).includes(line.event);

/** What happens at the same time is one beat. */
const TOGETHER: readonly EventName[] = ['struck', 'scrapped', 'turned up', 'triggered', 'hand shown', 'dealt', 'teamed', 'won', 'drawn'];

export function plan(lines: Line[]): StakBeat[] {
  const beats: StakBeat[] = [];
  for (const line of lines) {
    const last = beats[beats.length - 1];
    if (last?.kind === line.event && isEvent(line, ...TOGETHER)) last.lines.push(line);
    else beats.push({ kind: line.event as EventName, lines: [line] });
  }
  return beats;
}
