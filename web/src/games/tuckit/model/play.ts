/** A play that is laid out in the hand and not sent yet: in which orders it could be tried, and what the room says about it. */
import { t } from '../../../lib/language/language.svelte';
import type { Seat } from '../../../lib/protocol';
import type { Tried } from '../../../lib/language/speaking';
import type { Kind } from '../cards/cards';
import type { EventName, Fact } from './names';

/** Where a card could join others: every place except the end, the last first. */
export function orders(kinds: readonly Kind[], more: Kind): Kind[][] {
  return kinds.map((_, i) => kinds.length - 1 - i).map((at) => [...kinds.slice(0, at), more, ...kinds.slice(at)]);
}

/** What is obvious: the cards, and that one draws up. */
const QUIET = new Set<string>(['played', 'drew', 'your card', 'next turn', 'phase two'] satisfies EventName[]);

/** What a play certainly leads to, in sentences. */
export function leadsTo(tried: Tried | null, nameAt: (seat: Seat) => string, viewer: Seat): string {
  if (!tried) return '';
  const told = tried.lines.filter((line) => line.sure && !QUIET.has(line.event)).map((line) => line.words);
  const fact = (name: Fact): number | undefined => tried.facts[name];
  const turn = fact('turn');
  const isMine = turn === viewer;
  const name = turn === undefined ? '' : nameAt(turn);
  if (fact('takes the pile') && name) told.push(isMine ? t('You take the pile.') : t('{name} takes the pile.', { name }));
  if (fact('nine or less')) told.push(t('The next card is 9 or less.'));
  if (fact('single card')) told.push(t('The next turn is a single card.'));
  return told.join(' ') || (turn === undefined ? '' : isMine ? t('Then it is your turn.') : t('Then it is the turn of {name}.', { name }));
}
