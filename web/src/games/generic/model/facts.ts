/** The game's facts in words; those that say nothing at the moment are left out. */
import { inGame, t } from '../../../lib/language/language.svelte';
import type { Fact, GameInfo, Lobby, View } from '../../../lib/protocol';
import { listed } from '../../../lib/language/words';
import { faceWords } from './areas';

export interface ShownFact {
  name: string;
  words: string;
}

type NameAt = (seat: number) => string;

/** A fact's value; empty if there is nothing to say. */
function valueOf(fact: Fact, value: number, info: GameInfo, lobby: Lobby, nameAt: NameAt): string {
  switch (fact.kind) {
    case 'seat':
      return nameAt(value);
    case 'seats':
      return listed(lobby.seats.filter(({ seat }) => (value >> seat) & 1).map(({ seat }) => nameAt(seat)));
    case 'yes':
      return value ? t('yes') : '';
    case 'face':
      return faceWords(value, info);
    case 'stage':
      return inGame(info.name, 'stage', info.words.stages[value] ?? '');
    case 'name':
      return inGame(info.name, 'name', fact.names?.[value] ?? '');
    case 'points':
      return String(value);
    default:
      return value < 0 ? '' : String(value);
  }
}

/** Facts declared as a numbered series are shown together. */
const family = (name: string): string => name.replace(/ \d+$/, '');

/** The value with the name of whom it belongs to; empty if nobody has that seat. */
function ownedBy(fact: Fact, words: string, nameAt: NameAt): string {
  const owner = nameAt(Number(fact.name.split(' ').pop()) - 1);
  return words && owner && `${owner} ${words}`;
}

export function factsOf(view: View, info: GameInfo, lobby: Lobby): ShownFact[] {
  const nameAt = (seat: number): string => (seat >= 0 && seat === view.viewer ? t('You') : (lobby.seats[seat]?.name ?? ''));
  const shown = new Map<string, string[]>();
  for (const fact of info.words.facts) {
    const value = valueOf(fact, view.facts[fact.name] ?? 0, info, lobby, nameAt);
    const words = fact.owned ? ownedBy(fact, value, nameAt) : value;
    if (words) shown.set(family(fact.name), [...(shown.get(family(fact.name)) ?? []), words]);
  }
  return [...shown].map(([name, words]) => ({ name: inGame(info.name, 'fact', name), words: words.join(' · ') }));
}
