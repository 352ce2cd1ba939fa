/** From the lines of a race to beats: what is shown of them. */
import type { Line, Seat } from '../../lib/protocol';

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

export const eventOf = (line: Line): string => line.event.toLowerCase().replace(/[\s-]+/g, '_');

const DEAL = new Set(['round_started', 'dealt', 'yours', 'new_sets', 'laid']);

export const isDeal = (lines: Line[]): boolean => lines.length > 0 && lines.every((line) => DEAL.has(eventOf(line)));

export function plan(lines: Line[]): RuckusBeat[] {
  const beats: RuckusBeat[] = [];
  let deal: Extract<RuckusBeat, { kind: 'deal' }> | null = null;
  for (const line of lines) {
    const { seat = -1, target = -1, design = -1, n = 0, size = 0 } = line.numbers;
    switch (eventOf(line)) {
      case 'dealt':
      case 'yours':
        if (!deal) {
          deal = { kind: 'deal', hands: [], yours: [], isFirst: lines.some((one) => eventOf(one) === 'round_started'), lines: [] };
          beats.push(deal);
        }
        deal.lines.push(line);
        if (eventOf(line) === 'dealt') deal.hands.push({ seat, n });
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
      case 'was_too_late':
        beats.push({ kind: 'late', design, lines: [line] });
        break;
      case 'went_out':
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
