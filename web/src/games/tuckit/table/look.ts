/** What can be looked at one by one: a pile, or all that somebody has. */
import { t } from '../../../lib/language/language.svelte';
import type { Seat } from '../../../lib/protocol';
import type { Card, Model, Player } from '../model/model';

export type Looked = 'pile' | 'trash' | { seat: Seat };

export interface Row {
  title: string;
  cards: Card[];
  /** Cards that the viewer may not see. */
  more?: number;
}

const handOf = (player: Player): Card[] => player.hand.flatMap(({ kind, n, gears }) => Array.from({ length: n }, () => ({ kind, gears, up: true })));

/** The cards by rows; our own hand is on the table anyway. */
export function rowsOf(model: Model, looked: Looked, viewer: Seat): Row[] {
  if (looked === 'pile') return [{ title: t('From the top'), cards: model.pile, more: model.pileSize - model.pile.length }];
  if (looked === 'trash') return [{ title: t('The last first'), cards: model.trash, more: model.trashSize - model.trash.length }];
  const player = model.players[looked.seat];
  if (!player) return [];
  const stacks = player.stacks.map((cards, i) => ({ title: t('Stack {n}, from the top', { n: i + 1 }), cards }));
  const known = handOf(player);
  return looked.seat === viewer ? stacks : [...stacks, { title: t('Hand'), cards: known, more: player.handSize - known.length }];
}
