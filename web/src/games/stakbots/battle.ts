/** What an attack would do, from the powers that the room shows: the forecast before it is confirmed. */
import { titleOf, type Print } from './cards';
import type { Card, Stak } from './model';

export interface Fighter {
  card: Card;
  power: number;
  before: number;
  taken: number;
  isScrapped: boolean;
}

export interface Forecast {
  attacker: Fighter;
  defender: Fighter;
  /** What else follows for sure. */
  then: string[];
}

const ALSO: Readonly<Record<string, (title: string) => string>> = {
  bash: (title) => `The bottom card below ${title} goes too.`,
  spike: (title) => `The card right below ${title} goes too.`,
};

function fighter(card: Card, other: Card, bot: string): Fighter {
  const taken = other.power;
  const isScrapped = taken > 0 && (card.damage + taken >= card.power || bot === 'fatal');
  return { card, power: card.power, before: card.damage, taken, isScrapped };
}

export function forecast(mine: Stak, theirs: Stak, prints: readonly Print[]): Forecast | null {
  const [attacking, attacked] = [mine.cards[0], theirs.cards[0]];
  if (!attacking || !attacked) return null;
  const botAt = (card: Card): string => prints[card.face]?.bot ?? '';
  const attacker = fighter(attacking, attacked, botAt(attacked));
  const defender = fighter(attacked, attacking, botAt(attacking));
  const then = [[attacking, defender] as const, [attacked, attacker] as const]
    .filter(([, { taken }]) => taken > 0)
    .flatMap(([card, { card: hit }]) => ALSO[botAt(card)]?.(titleOf(prints[hit.face])) ?? []);
  if (botAt(attacking) === 'stomp' && !attacker.isScrapped) then.push('Stomp goes on until something stops it.');
  const next = theirs.cards[1];
  if (defender.isScrapped) then.push(!next ? 'It is the last card there.' : next.isUp ? `${titleOf(prints[next.face])} is up next.` : 'Nobody knows what turns up next.');
  return { attacker, defender, then };
}
