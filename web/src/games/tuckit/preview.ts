/**
 * What a play would be that is laid out in the hand and not sent yet. It only spares the player a refusal: the room
 * is asked card by card and decides.
 */
import { onDie, type Kind } from './cards';

const FOUR = 4;

export interface Play {
  /** What Dice cards are worth now; 0 if they cannot be played. */
  die: number;
  /** At this table Dice cards go only with cards of their own value. */
  plainDice: boolean;
  /** At this table a 9/5 leads from 9 to 5 as well. */
  bothWays: boolean;
}

const valuesOf = (kind: Kind, { die }: Play): readonly number[] => (kind.look === 'dice' ? (die > 0 ? [onDie(die)] : []) : kind.values);
const both = (a: readonly number[], b: readonly number[]): number[] => a.filter((value) => b.includes(value));

/** Whether cards can be played together in this order: each is worth the same as the last one, or half a step more. */
export function goTogether(kinds: readonly Kind[], play: Play): boolean {
  let last: readonly number[] | null = null;
  for (const kind of kinds) {
    const mine = valuesOf(kind, play);
    const now: readonly number[] = last ? mine.filter((value) => last!.includes(value) || last!.includes(value - 1)) : mine;
    if (now.length === 0) return kinds.length === 1;
    last = kind.look === 'split' && (play.bothWays || now.includes(Math.min(...kind.values))) ? kind.values : now;
  }
  const restricted = play.plainDice && kinds.some((kind) => kind.look === 'dice');
  return !restricted || kinds.map((kind) => valuesOf(kind, play)).reduce(both).length > 0;
}

/** Where a card joins a play: at its end if it can, else where it makes one; null if nowhere. */
export function joined(kinds: readonly Kind[], more: Kind, canStart: (kind: Kind) => boolean, play: Play): Kind[] | null {
  for (let at = kinds.length; at >= 0; at--) {
    const tried = [...kinds.slice(0, at), more, ...kinds.slice(at)];
    if (canStart(tried[0]!) && goTogether(tried, play)) return tried;
  }
  return null;
}

/** Whether these cards on top of the pile (from its top) would make four of a kind. */
export function makesFour(kinds: readonly Kind[], pile: readonly (Kind | null)[]): boolean {
  const top = [...kinds].reverse().concat(pile.filter((kind) => kind !== null));
  const run = (fits: (kind: Kind) => boolean): number => [...top, null].findIndex((kind) => kind === null || !fits(kind));
  if (run((kind) => kind.look === 'dice') >= FOUR) return true;
  return (top[0]?.look === 'half' ? [] : (top[0]?.values ?? [])).some((value) => run((kind) => kind.look !== 'half' && kind.values.includes(value)) >= FOUR);
}
