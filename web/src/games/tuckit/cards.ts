/** The 35 kinds of cards of Tuck It as they are drawn, in the order of the game's faces. */
export type Look = 'plain' | 'half' | 'split' | 'slow' | 'dark' | 'dice' | 'skip';
export type Sign = 'any' | 'rev' | 'onA' | 'flip' | 'cap' | 'trash' | 'skip' | 'no' | 'take' | 'link' | 'die' | 'eye' | 'tuck' | 'snail';
export type ExpansionMark = 'heart' | 'acorn' | 'ball' | 'leaf';

export interface Kind {
  /** As in the game's notation. */
  letters: string;
  /** As it is said. */
  name: string;
  /** What stands in the corner, without its half. */
  value: string;
  look: Look;
  robot: string;
  hue: string;
  sign: Sign | null;
  ability: string;
  mark: ExpansionMark | null;
  /** What it is worth, in halves; a Dice card's worth is on the die. */
  values: readonly number[];
  gears: number;
}

interface Rank {
  hue: string;
  gears: number;
  sign?: Sign;
  ability?: string;
  /** What its half card can do; its link is said by itself. */
  half?: string;
}

const RANKS: Record<string, Rank> = {
  2: { hue: '#12a396', gears: 5, sign: 'any', ability: 'Goes on anything', half: 'On anything; links 2, 3' },
  3: { hue: '#3f9a4c', gears: 3, sign: 'rev', ability: 'On 9 or less; reverses', half: 'On 9 or less; reverses; links' },
  4: { hue: '#7c9427', gears: 1, half: 'Links 4 and 5' },
  5: { hue: '#d08a0f', gears: 3, sign: 'onA', ability: 'Also goes on A', half: 'On A too; links 5, 6' },
  6: { hue: '#dd6a24', gears: 1, half: 'Links 6 and 7' },
  7: { hue: '#d8443c', gears: 3, sign: 'flip', ability: 'May flip a Stack', half: 'May flip; links 7, 8' },
  8: { hue: '#c93a72', gears: 1, half: 'Links 8 and 9' },
  9: { hue: '#9a3fb0', gears: 3, sign: 'cap', ability: 'Next: 9 or less' },
  10: { hue: '#6849cc', gears: 5, sign: 'trash', ability: 'Trash the pile, go again' },
  J: { hue: '#3a66d6', gears: 4, sign: 'skip', ability: 'Skips the next player' },
  Q: { hue: '#c4518f', gears: 2 },
  K: { hue: '#a8352f', gears: 3 },
  A: { hue: '#c08a00', gears: 4, sign: 'no', ability: 'Never on a 5' },
};
const ORDER = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const worth = (rank: string): number => 4 + 2 * ORDER.indexOf(rank);

function plain(rank: string): Kind {
  const { hue, gears, sign = null, ability = '' } = RANKS[rank]!;
  return { letters: rank, name: rank, value: rank, look: 'plain', robot: rank, hue, sign, ability, mark: null, values: [worth(rank)], gears };
}

function half(rank: string): Kind {
  const twin = plain(rank);
  return { ...twin, letters: `${rank}h`, name: `${rank}½`, look: 'half', sign: twin.sign ?? 'link', ability: RANKS[rank]!.half ?? '', mark: 'acorn', values: [worth(rank) + 1], gears: Math.max(2, twin.gears) };
}

function slow(rank: string): Kind {
  const twin = plain(rank);
  return { ...twin, letters: `${rank}s`, name: `slow ${rank}`, look: 'slow', mark: 'leaf', gears: twin.gears + 1 };
}

export const KINDS: readonly Kind[] = [
  ...ORDER.slice(0, 11).map(plain),
  { ...plain('Q'), letters: 'DQ', name: 'Dark Q', look: 'dark', robot: 'DQ', sign: 'take', ability: 'Next player takes the pile', gears: 6 },
  ...ORDER.slice(11).map(plain),
  ...ORDER.slice(0, 7).map(half),
  { letters: '95', name: '9/5', value: '9', look: 'split', robot: '9', hue: '#9a3fb0', sign: 'link', ability: 'Is a 9 and a 5', mark: 'ball', values: [worth('5'), worth('9')], gears: 4 },
  { letters: 'DI', name: 'Dice card', value: '', look: 'dice', robot: 'DI', hue: '#2586c7', sign: 'die', ability: 'Worth what the die shows', mark: 'ball', values: [], gears: 2 },
  ...ORDER.filter((rank) => rank !== '3' && rank !== '10').map(slow),
  { letters: 'SK', name: 'Skip', value: 'Skip', look: 'skip', robot: 'SK', hue: '#3da35d', sign: 'skip', ability: 'Skip your own turn', mark: 'leaf', values: [], gears: 5 },
];

/** Faces above the kinds are copies with other gears, where a host changed the gears file. */
let kindOfFace: readonly number[] = KINDS.map((_, kind) => kind);

/** Learn from the game's letters which kind every face is: `2/7` is a 2. */
export function learnFaces(letters: readonly string[]): void {
  const found = letters.map((text) => KINDS.findIndex((kind) => kind.letters === text.split('/')[0]));
  if (found.length >= KINDS.length) kindOfFace = found;
}

export function kindOf(face: number): Kind | null {
  return KINDS[kindOfFace[face] ?? -1] ?? null;
}

export const faceOf = (letters: string): number => KINDS.findIndex((kind) => kind.letters === letters);
export const named = (letters: string): Kind | null => KINDS[faceOf(letters)] ?? null;

/** A card in words, for who cannot see it: what is printed on it. */
export const cardWords = ({ name, look, ability }: Kind): string => `${name}${look === 'slow' ? ', Next: 1 card' : ''}, ${ability || 'No ability'}`;

/** How a card is written on a button: short, with its half. */
export const short = (kind: Kind): string => (kind.look === 'dark' ? 'Dark Q' : kind.look === 'dice' ? 'Dice' : kind.look === 'slow' ? `${kind.value} slow` : kind.name);

export const ACE = worth('A');
/** What a Dice card is worth for each number on the die: one pip is an A. */
export const onDie = (pips: number): number => (pips === 1 ? ACE : 2 * pips);
