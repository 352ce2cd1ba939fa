/** What the pile wants, and what a play leads to, in a few words. */
import type { Kind } from './cards';
import type { Model } from './model';

const dieName = (pips: number): string => (pips === 1 ? 'A' : String(pips));

/** What may be played on the pile; the room knows it exactly, this says it. */
export function demand(model: Model, options: Record<string, number>): string {
  const top = model.pile[0]?.kind;
  if (!top) return 'anything goes';
  if (model.takesPile) return 'takes the pile';
  const single = model.single ? ', single card' : '';
  if (model.nineOrLess) return (options['nine_rule'] === 1 ? '9, 3 or 2' : '9 or less') + single;
  const value = top.look === 'dice' ? dieName(model.die) : top.name.replace('slow ', '').replace('Dark ', '');
  const more: Record<string, string> = { A: 'A or 5', '5': '5 or more, no A', '5½': '5½ or more, no A' };
  return (more[value] ?? `${value} or more`) + single;
}

const LEADS: Partial<Record<NonNullable<Kind['sign']>, (next: string) => string>> = {
  cap: () => 'the next card is 9 or less',
  trash: () => 'the pile is trashed and you go again',
  skip: (next) => `${next} is skipped`,
  flip: () => 'you may flip a Stack',
  rev: () => 'the direction turns round',
  take: (next) => `${next} takes the pile`,
};

/** Where a play leads whose last card this is; only that one does anything. */
export function leadsTo(last: Kind, next: string): string {
  if (last.look === 'skip') return 'your turn is over, the pile stays';
  const sign = last.look === 'split' ? 'cap' : last.sign;
  const words = [sign && LEADS[sign]?.(next), last.look === 'slow' && 'the next turn is a single card'].filter(Boolean);
  return words.join(', ') || `the ${last.name} lies on top`;
}
