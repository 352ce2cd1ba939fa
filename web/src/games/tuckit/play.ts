/** A play that is laid out in the hand and not sent yet: in which orders it could be tried, and what the room says of it. */
import type { PossibleLine, Seat, TriedMessage } from '../../lib/protocol';
import type { Kind } from './cards';

/** Where a card could join others: every place but the end, the last first. */
export function orders(kinds: readonly Kind[], more: Kind): Kind[][] {
  return kinds.map((_, i) => kinds.length - 1 - i).map((at) => [...kinds.slice(0, at), more, ...kinds.slice(at)]);
}

const nameOf = ({ event }: PossibleLine): string => event.toLowerCase().replace(/[_-]+/g, ' ');
/** What everybody can see by itself: the cards, and that one draws up. */
const QUIET = new Set(['played', 'drew', 'your card', 'next turn', 'phase two']);

/** What a play leads to for sure, in sentences. */
export function leadsTo(tried: TriedMessage | null, nameAt: (seat: Seat) => string, viewer: Seat): string {
  if (!tried) return '';
  const told = tried.lines.filter((line) => line.sure && !QUIET.has(nameOf(line))).map((line) => line.words);
  const { turn, 'nine or less': capped, 'single card': single, 'takes the pile': takes } = tried.facts;
  const next = turn === undefined ? '' : turn === viewer ? 'you' : nameAt(turn);
  if (takes && next) told.push(`${next} ${next === 'you' ? 'take' : 'takes'} the pile.`);
  if (capped) told.push('The next card is 9 or less.');
  if (single) told.push('The next turn is a single card.');
  return told.join(' ') || (next ? `then it is ${next === 'you' ? 'your' : `${next}’s`} turn.` : '');
}
