/** How much of an area is drawn, and how much room that takes. */
import { BACK, type Area, type Card } from './areas';

/** `own` is open in front of you; `pile` is in the middle, its top in front; `far` belongs to somebody else. */
export type Kind = 'own' | 'pile' | 'far';

export const MOST = { own: 40, pile: 5, far: 6 } as const;
const EDGES = { own: 4, pile: 3, far: 4 } as const;

/** In widths of a card: how far cards of a fan lie apart, the edges of a pile, the space around a card and around an area, and a letter of its label. */
const [STEP, EDGE, AROUND, BETWEEN, LETTER] = [0.38, 0.12, 0.11, 0.33, 0.085];

export const isClosed = ({ cards }: Area): boolean => cards.every(({ face }) => face === BACK);

const oneByOne = (cards: readonly Card[], most: number): Card[] => cards.flatMap((card) => (card.n <= most ? Array.from({ length: card.n }, () => ({ ...card, n: 1 })) : [card]));

/** The cards to draw, from left to right: a row begins with the first, a fan ends with the top, and a closed heap is a few edges. */
export function shownIn(area: Area, kind: Kind): Card[] {
  if (area.isRow) return oneByOne(area.cards, area.size);
  const some = area.cards.slice(0, MOST[kind]);
  if (kind === 'own') return oneByOne(some, 4);
  if (isClosed(area)) return oneByOne(some.slice(0, 1).map((card) => ({ ...card, n: Math.min(card.n, EDGES[kind]) })), EDGES[kind]);
  return some.reverse();
}

/** How many cards beside each other a shared area needs room for. */
export function roomOf(area: Area): number {
  const n = Math.max(1, isClosed(area) ? 1 : shownIn(area, 'pile').length);
  const more = area.cards.length > MOST.pile && !area.isRow ? 2 * STEP : 0;
  const cards = area.isRow ? n + (n - 1) * AROUND : 1 + (n - 1) * STEP + EDGE + more;
  return BETWEEN + Math.max(cards, (area.words.length + 5) * LETTER);
}

/** The room that the areas need in one line and in two, in half cards, so that not every card that is laid changes all sizes. */
export function linesOf(areas: readonly Area[]): [number, number] {
  const rooms = areas.map(roomOf);
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  const broader = [0, ...rooms].map((_, i) => Math.max(sum(rooms.slice(0, i)), sum(rooms.slice(i))));
  return [sum(rooms), Math.min(...broader)].map((room) => Math.max(1, Math.ceil(2 * room) / 2)) as [number, number];
}
