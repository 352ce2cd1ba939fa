/** How the 35 kinds of cards of Tuck It are drawn, in the order of the game's faces. The game says what is printed on them. */
import { inGame, say, sentence, t, type Sentence } from '../../../lib/language/language.svelte';
import type { GameWords } from '../../../lib/protocol';

export type Look = 'plain' | 'half' | 'split' | 'slow' | 'dark' | 'dice' | 'skip';
export type Sign = 'any' | 'rev' | 'onA' | 'flip' | 'cap' | 'trash' | 'skip' | 'no' | 'take' | 'link' | 'die' | 'eye' | 'tuck' | 'snail';
export type ExpansionMark = 'heart' | 'acorn' | 'ball' | 'leaf';

interface Drawn {
  /** As in the game's notation. */
  letters: string;
  /** What is written in the corner, without its half. */
  value: string;
  look: Look;
  robot: string;
  hue: string;
  sign: Sign | null;
  ability: Sentence;
  mark: ExpansionMark | null;
}

export interface Kind extends Drawn {
  /** Its number in actions; the first of its printings has it too. */
  face: number;
}

interface Rank {
  hue: string;
  sign?: Sign;
  ability?: Sentence;
  /** What its half card can do; the link is described separately. */
  half?: Sentence;
}

const NO_ABILITY = sentence('No ability');
const RANKS: Record<string, Rank> = {
  2: { hue: '#12a396', sign: 'any', ability: sentence('Goes on anything'), half: sentence('On anything; links 2, 3') },
  3: { hue: '#3f9a4c', sign: 'rev', ability: sentence('On 9 or less; reverses'), half: sentence('On 9 or less; reverses; links') },
  4: { hue: '#7c9427', half: sentence('Links 4 and 5') },
  5: { hue: '#d08a0f', sign: 'onA', ability: sentence('Also goes on A'), half: sentence('On A too; links 5, 6') },
  6: { hue: '#dd6a24', half: sentence('Links 6 and 7') },
  7: { hue: '#d8443c', sign: 'flip', ability: sentence('May flip a Stack'), half: sentence('May flip; links 7, 8') },
  8: { hue: '#c93a72', half: sentence('Links 8 and 9') },
  9: { hue: '#9a3fb0', sign: 'cap', ability: sentence('Next: 9 or less') },
  10: { hue: '#6849cc', sign: 'trash', ability: sentence('Trash the pile, go again') },
  J: { hue: '#3a66d6', sign: 'skip', ability: sentence('Skips the next player') },
  Q: { hue: '#c4518f' },
  K: { hue: '#a8352f' },
  A: { hue: '#c08a00', sign: 'no', ability: sentence('Never on a 5') },
};
const ORDER = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

function plain(rank: string): Drawn {
  const { hue, sign = null, ability = NO_ABILITY } = RANKS[rank]!;
  return { letters: rank, value: rank, look: 'plain', robot: rank, hue, sign, ability, mark: null };
}

function half(rank: string): Drawn {
  const twin = plain(rank);
  return { ...twin, letters: `${rank}h`, look: 'half', sign: twin.sign ?? 'link', ability: RANKS[rank]!.half ?? NO_ABILITY, mark: 'acorn' };
}

const slow = (rank: string): Drawn => ({ ...plain(rank), letters: `${rank}s`, look: 'slow', mark: 'leaf' });

const DRAWN: readonly Drawn[] = [
  ...ORDER.slice(0, 11).map(plain),
  { ...plain('Q'), letters: 'DQ', look: 'dark', robot: 'DQ', sign: 'take', ability: sentence('Next player takes the pile') },
  ...ORDER.slice(11).map(plain),
  ...ORDER.slice(0, 7).map(half),
  { letters: '95', value: '9', look: 'split', robot: '9', hue: '#9a3fb0', sign: 'link', ability: sentence('Is a 9 and a 5'), mark: 'ball' },
  { letters: 'DI', value: '', look: 'dice', robot: 'DI', hue: '#2586c7', sign: 'die', ability: sentence('Worth what the die shows'), mark: 'ball' },
  ...ORDER.filter((rank) => rank !== '3' && rank !== '10').map(slow),
  { letters: 'SK', value: 'Skip', look: 'skip', robot: 'SK', hue: '#3da35d', sign: 'skip', ability: sentence('Skip your own turn'), mark: 'leaf' },
];
export const KINDS: readonly Kind[] = DRAWN.map((kind, face) => ({ ...kind, face }));

export const named = (letters: string): Kind | null => KINDS.find((kind) => kind.letters === letters) ?? null;

// ------------------------------------------------------------------------------ what is printed
type Printed = Pick<GameWords, 'faces' | 'prints'>;

/** The faces of the game; a host may have cards with other gears, which are further printings of their kind. */
let printed: Printed = { faces: [], prints: [] };
let kindOfFace: readonly (Kind | null)[] = KINDS;

/** Learn from the game what is printed on every face. */
export function learnCards(words: Printed): void {
  if (words.prints === printed.prints) return;
  printed = words;
  kindOfFace = words.prints.map(({ kind }) => named(String(kind)));
}

export const kindOf = (face: number): Kind | null => kindOfFace[face] ?? null;
export const gearsOf = ({ face }: Kind): number => Number(printed.prints[face]?.['gears'] ?? 0);
/** What it is worth, in halves; nothing if that is on the die. */
export const worthOf = ({ face }: Kind): number => Number(printed.prints[face]?.['value'] ?? 0);
/** The base card or half card with this value, in halves. */
export const kindWorth = (value: number): Kind | null => KINDS.find((kind) => value > 0 && worthOf(kind) === value) ?? null;

// ------------------------------------------------------------------------------ words
export const nameOf = ({ face, letters }: Kind): string => inGame('tuckit', 'face', printed.faces[face] ?? letters);
export const abilityOf = ({ ability }: Kind): string => say(ability, 'tuckit');
export const nextWords = (): string => t('Next: 1 card');

/** A card in words, for screen readers: what is printed on it. */
export const cardWords = (kind: Kind): string => [nameOf(kind), ...(kind.look === 'slow' ? [nextWords()] : []), abilityOf(kind)].join(', ');

/** How a card is written on a button: short, with its half. */
export const short = (kind: Kind): string => (kind.look === 'dice' ? t('Dice') : kind.look === 'slow' ? t('{card} slow', { card: kind.value }) : nameOf(kind));
