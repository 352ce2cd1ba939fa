/** From the lines of a race to beats: what is shown of them. */
import type { Seat } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { EventName } from '../model/names';

export type RuckusBeat = { lines: Line[] } & (
  | { kind: 'deal'; hands: { seat: Seat; n: number }[]; yours: number[]; isFirst: boolean }
  | { kind: 'lay'; seat: Seat; design: number; n: number; fromDeal: boolean }
  | { kind: 'steal'; seat: Seat; target: Seat; design: number; size: number }
  | { kind: 'build'; seat: Seat; design: number }
  | { kind: 'late'; design: number }
  | { kind: 'out'; seat: Seat }
  | { kind: 'scores' }
  | { kind: 'say' }
);

export const isEvent = (line: Line, ...events: EventName[]): boolean => (events as string[]).includes(line.event);

export const isDeal = (lines: Line[]): boolean => lines.length > 0 && lines.every((line) => isEvent(line, 'round started', 'dealt', 'yours', 'new sets', 'laid'));

export function plan(lines: Line[]): RuckusBeat[] {
  const beats: RuckusBeat[] = [];
  let deal: Extract<RuckusBeat, { kind: 'deal' }> | null = null;
  for (const line of lines) {
    const { seat = -1, target = -1, design = -1, n = 0, size = 0 } = line.numbers;
    switch (line.event as EventName) {
      case 'dealt':
      case 'yours':
        if (!deal) {
          deal = { kind: 'deal', hands: [], yours: [], isFirst: lines.some((one) => isEvent(one, 'round started')), lines: [] };
          beats.push(deal);
        }
        deal.lines.push(line);
        if (isEvent(line, 'dealt')) deal.hands.push({ seat, n });
        else deal.yours.push(design);
        break;
      case 'laid':
        beats.push({ kind: 'lay', seat, design, n, fromDeal: deal !== null, lines: [line] });
        break;
      case 'stole':
        beats.push({ kind: 'steal', seat, target, design, size, lines: [line] });
        break;
      case 'built':
        beats.push({ kind: 'build', seat, design, lines: [line] });
        break;
      case 'was too late':
        beats.push({ kind: 'late', design, lines: [line] });
        break;
      case 'went out':
        beats.push({ kind: 'out', seat, lines: [line] });
        break;
      case 'scored': {
        const last = beats[beats.length - 1];
        if (last?.kind === 'scores') last.lines.push(line);
        else beats.push({ kind: 'scores', lines: [line] });
        break;
      }
      default:
        beats.push({ kind: 'say', lines: [line] });
    }
  }
  return beats;
}
