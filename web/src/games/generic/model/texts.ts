/** What is printed on a card besides its name. */
import { inGame } from '../../../lib/language/language.svelte';
import type { GameInfo } from '../../../lib/protocol';

const A_SENTENCE = 18;

/** The sentence on a card, such as what it does. */
export function textOn(face: number, info: GameInfo): string {
  const texts = Object.values(info.words.prints[face] ?? {}).filter((value): value is string => typeof value === 'string');
  const sentence = texts.find((text) => text.length >= A_SENTENCE);
  return sentence ? inGame(info.name, 'print', sentence) : '';
}
