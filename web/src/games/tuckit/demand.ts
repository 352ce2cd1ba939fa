/** What the pile wants, in a few words. */
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
