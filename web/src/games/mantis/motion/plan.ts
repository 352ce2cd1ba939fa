/** From the lines of a move to beats: what is shown, and in which order. */
import type { Seat } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { EventName } from '../model/names';

export interface DealtCard {
  seat: Seat;
  colour: number;
  back: number;
}

/** What happens to a card that was turned over. */
export type Fate = 'stay' | 'score' | 'steal';

export type MantisBeat = { lines: Line[] } & (
  | { kind: 'deal'; cards: DealtCard[] }
  /** The last two lines say that it turns up, and what happens to it. */
  | { kind: 'turn over'; by: Seat; at: Seat; colour: number; back: number; fate: Fate; n: number }
  | { kind: 'next' }
  | { kind: 'turn' }
  | { kind: 'say' }
);

export const isEvent = (line: Line, ...events: EventName[]): boolean => (events as string[]).includes(line.event);
const FATES: { [event: string]: Fate } = { stayed: 'stay', scored: 'score', stole: 'steal' } satisfies { [event in EventName]?: Fate };

export function plan(lines: Line[]): MantisBeat[] {
  const beats: MantisBeat[] = [];
  let waiting: Line[] = [];
  for (const line of lines) {
    const { seat = -1, front = -1, back = -1, n = 1 } = line.numbers;
    const last = beats[beats.length - 1];
    const fate = FATES[line.event];
    if (isEvent(line, 'dealt')) {
      const card = { seat, colour: front, back };
      if (last?.kind === 'deal') {
        last.cards.push(card);
        last.lines.push(line);
      } else beats.push({ kind: 'deal', cards: [card], lines: [line] });
    } else if (isEvent(line, 'tried to score', 'tried to steal', 'revealed')) waiting.push(line);
    else if (fate) {
      const revealed = waiting.find((one) => isEvent(one, 'revealed'))?.numbers ?? {};
      const by = waiting[0]?.numbers['seat'] ?? seat;
      beats.push({ kind: 'turn over', by, at: revealed['seat'] ?? seat, colour: front, back: revealed['back'] ?? -1, fate, n, lines: [...waiting, line] });
      waiting = [];
    } else {
      const kind = isEvent(line, 'next back') ? 'next' : isEvent(line, 'next turn', 'extra turn') ? 'turn' : 'say';
      beats.push({ kind, lines: [line] });
    }
  }
  if (waiting.length > 0) beats.push({ kind: 'say', lines: waiting });
  return beats;
}
