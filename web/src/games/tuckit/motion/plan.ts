/** From the lines of a move to beats: what is shown, and in which order. */
import type { Seat } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { EventName } from '../model/names';

interface TopCard {
  seat: Seat;
  /** Its Stack; beyond the Stacks it is in the hand. */
  number: number;
  face: number;
}

export type TuckItBeat = { lines: Line[] } & (
  | { kind: 'deal'; seats: Seat[] }
  | { kind: 'show'; cards: TopCard[] }
  | { kind: 'turn up'; cards: TopCard[] }
  | { kind: 'play'; seat: Seat; face: number }
  | { kind: 'reveal'; face: number }
  | { kind: 'take revealed'; seat: Seat }
  | { kind: 'trash revealed' }
  | { kind: 'take pile'; seat: Seat; n: number }
  | { kind: 'tuck'; seat: Seat; number: number; face: number }
  | { kind: 'draw'; seat: Seat; n: number }
  | { kind: 'trash'; n: number }
  | { kind: 'take top'; seat: Seat; number: number; face: number }
  | { kind: 'flip'; owner: Seat; number: number }
  | { kind: 'roll'; pips: number }
  | { kind: 'way' }
  | { kind: 'strike'; seat: Seat }
  | { kind: 'flag'; seat: Seat; event: EventName }
  | { kind: 'turn' }
  | { kind: 'say' }
  /** Only the table changes. */
  | { kind: 'quiet' }
);

export const eventOf = (line: Line): EventName => line.event as EventName;

/** Lines that belong to the beat before them. */
function joins(line: Line, last: TuckItBeat | undefined): boolean {
  switch (eventOf(line)) {
    case 'dealt out':
    case 'build stacks':
      return last?.kind === 'deal';
    case 'your card':
      return last?.kind === 'deal' || last?.kind === 'draw';
    case 'turned up':
      return last?.kind === 'turn up';
    case 'trashed skip':
      return last?.kind === 'play';
    case 'tucked':
      return last?.kind === 'tuck' && last.seat < 0;
    case 'flip showed':
      return last?.kind === 'flip';
    default:
      return false;
  }
}

function join(line: Line, last: TuckItBeat): void {
  const { seat = -1, stack: number = -1, card: face = -1 } = line.numbers;
  last.lines.push(line);
  if (last.kind === 'deal' && eventOf(line) === 'dealt out') last.seats.push(seat);
  if (last.kind === 'turn up') last.cards.push({ seat, number, face });
  if (last.kind === 'tuck') last.seat = seat;
}

function begin(line: Line): TuckItBeat {
  const { seat = -1, card: face = -1, stack: number = -1, source = -1, n = 0, owner = -1 } = line.numbers;
  const lines = [line];
  const event = eventOf(line);
  switch (event) {
    case 'dealt out': return { kind: 'deal', seats: [seat], lines };
    case 'showed': return { kind: 'show', cards: [{ seat, number: source, face }], lines };
    case 'turned up': return { kind: 'turn up', cards: [{ seat, number, face }], lines };
    case 'played': return { kind: 'play', seat, face, lines };
    case 'revealed': return { kind: 'reveal', face, lines };
    case 'took revealed': return { kind: 'take revealed', seat, lines };
    case 'trashed skip': return { kind: 'trash revealed', lines };
    case 'took pile': return { kind: 'take pile', seat, n, lines };
    case 'you tucked': return { kind: 'tuck', seat: -1, number, face, lines }; // whose it was, the next line says
    case 'tucked': return { kind: 'tuck', seat, number, face: -1, lines };
    case 'drew': return { kind: 'draw', seat, n, lines };
    case 'trashed': return { kind: 'trash', n, lines };
    case 'took top': return { kind: 'take top', seat, number, face, lines };
    case 'flipped': return { kind: 'flip', owner, number, lines };
    case 'rolled':
    case 'setup rolled': return { kind: 'roll', pips: n, lines };
    case 'direction set':
    case 'reversed': return { kind: 'way', lines };
    case 'dark q struck': return { kind: 'strike', seat, lines };
    case 'next turn': return { kind: 'turn', lines };
    case 'placed':
    case 'your card': // Phase 2 began while cards were drawn
    case 'flip showed': return { kind: 'quiet', lines };
    case 'tied':
    case 'starts':
    case 'skipped':
    case 'declined':
    case 'four of a kind':
    case 'stacks ready':
    case 'chose reveal':
    case 'no flip':
    case 'took no top':
    case 'won': return { kind: 'flag', seat, event, lines };
    default: return { kind: 'say', lines };
  }
}

export function plan(lines: Line[]): TuckItBeat[] {
  const beats: TuckItBeat[] = [];
  for (const line of lines) {
    const last = beats[beats.length - 1];
    if (last && joins(line, last)) join(line, last);
    else beats.push(begin(line));
  }
  return beats;
}
