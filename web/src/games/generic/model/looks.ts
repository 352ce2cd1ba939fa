/** How a card without a drawing looks: a letter, a colour, a pattern and a face with eyes, all derived from its name and number. */
import type { GameWords } from '../../../lib/protocol';

export interface Look {
  /** What is written in the corner. */
  letter: string;
  hue: string;
  deep: string;
  pattern: number;
  shape: string;
  eyes: number;
  mouth: string;
}

interface Colour {
  words: readonly string[];
  hue: string;
  deep: string;
}

/** A card named after a colour gets that colour; the others take turns. */
const COLOURS: readonly Colour[] = [
  { words: ['red', 'scarlet', 'crimson', 'ruby', 'rot'], hue: '#f0604d', deep: '#b8301f' },
  { words: ['blue', 'azure', 'sapphire', 'blau'], hue: '#4c9df0', deep: '#1f64b3' },
  { words: ['yellow', 'gold', 'golden', 'gelb'], hue: '#fcc93c', deep: '#b8860c' },
  { words: ['green', 'emerald', 'grün'], hue: '#57c06a', deep: '#258238' },
  { words: ['purple', 'violet', 'lila'], hue: '#9c7bf0', deep: '#5f3fc0' },
  { words: ['orange', 'amber'], hue: '#fb9436', deep: '#b9590d' },
  { words: ['teal', 'cyan', 'turquoise'], hue: '#43c5bd', deep: '#167f79' },
  { words: ['pink', 'rose', 'magenta'], hue: '#f480b5', deep: '#b93a77' },
  { words: ['brown', 'bronze', 'braun'], hue: '#b98a60', deep: '#754c27' },
  { words: ['grey', 'gray', 'silver', 'grau'], hue: '#a9b1c2', deep: '#656f86' },
  { words: ['black', 'dark', 'schwarz'], hue: '#9f99b8', deep: '#38324c' },
  { words: ['white', 'weiß'], hue: '#f1eee6', deep: '#b4ac9b' },
];
const IN_TURN = 8;
export const PATTERNS = 5;

/** Outlines in a square of 100, each with room for eyes in its middle. */
const SHAPES = [
  'M50 10c24 0 38 17 38 40S74 90 50 90 12 73 12 50 26 10 50 10Z',
  'M26 14h48c9 0 14 5 14 14v44c0 9-5 14-14 14H26c-9 0-14-5-14-14V28c0-9 5-14 14-14Z',
  'M50 6l12.5 23.5 26 4.5-18.5 19 3.5 26.5L50 68 26.5 79.5 30 53 11.5 34l26-4.5Z',
  'M50 86C10 60 8 42 12 31c6-16 29-17 38 0 9-17 32-16 38 0 4 11 2 29-38 55Z',
  'M50 8l36 21v42L50 92 14 71V29Z',
  'M50 6c6 20 32 32 32 54 0 18-14 32-32 32S18 78 18 60C18 38 44 26 50 6Z',
  'M50 12a19 19 0 0 1 18 20 19 19 0 0 1 12 34 19 19 0 0 1-30 18 19 19 0 0 1-30-18 19 19 0 0 1 12-34 19 19 0 0 1 18-20Z',
  'M12 74c-6-40 12-64 38-64s44 24 38 64c-1 12-9 14-14 6-5 12-15 12-20 0h-8c-5 12-15 12-20 0-5 8-13 6-14-6Z',
  'M50 6l42 44-42 44L8 50Z',
];
const MOUTHS = ['M40 63q10 10 20 0', 'M42 66h16', 'M41 62q9 14 18 0Z', 'M43 67q7-7 14 0', 'M40 62q5 6 10 0 5 6 10 0'];

/** Tile backgrounds on which white text is readable. */
const TILES = [
  { hue: '#4d3f8f', deep: '#2c2359' },
  { hue: '#1d6b4f', deep: '#0d3d2b' },
  { hue: '#8a3a2b', deep: '#521d13' },
  { hue: '#1f5f8f', deep: '#0f3758' },
  { hue: '#7a3a86', deep: '#471c50' },
  { hue: '#6b5316', deep: '#3f3008' },
] as const;

/** The shortest prefixes that tell names apart, at most three letters. */
export function initials(names: readonly string[]): string[] {
  const clean = names.map((name) => name.replace(/[^\p{L}\p{N}]/gu, '') || '?');
  const length = [1, 2, 3].find((n) => new Set(clean.map((name) => name.slice(0, n).toLowerCase())).size === new Set(clean.map((name) => name.toLowerCase())).size) ?? 3;
  return clean.map((name) => name[0]!.toUpperCase() + name.slice(1, length));
}

/** The letters of a game's cards: its own, where they are short enough for a corner. */
function lettersOf({ faces, letters }: GameWords): string[] {
  const isShort = (letter: string | undefined): boolean => !!letter && letter.length <= 3;
  const others = initials(faces.filter((_, face) => !isShort(letters[face])));
  return faces.map((_, face) => (isShort(letters[face]) ? letters[face]! : others.shift()!));
}

function colourOf(name: string, number: number): Colour {
  const said = name.toLowerCase().split(/[^\p{L}]+/u);
  return COLOURS.find(({ words }) => words.some((word) => said.includes(word))) ?? COLOURS[number % IN_TURN]!;
}

function lookOf(number: number, name: string, letter: string): Look {
  const { hue, deep } = colourOf(name, number);
  return { letter, hue, deep, pattern: number % PATTERNS, shape: SHAPES[number % SHAPES.length]!, eyes: number % 3, mouth: MOUTHS[(number * 3) % MOUTHS.length]! };
}

/** The looks of all cards of a game, in the order of its faces. */
export function looksOf(words: GameWords): Look[] {
  const letters = lettersOf(words);
  return words.faces.map((name, face) => lookOf(face, name, letters[face]!));
}

/** A small hash of a text. */
const hashOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7);

/** Three cards for the tile of a game, with the first letters of its title, and the colours of the tile. */
export function tileOf(title: string): { cards: Look[]; hue: string; deep: string } {
  const hash = hashOf(title);
  const letters = [...title.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase().padEnd(3, title[0]?.toUpperCase() ?? '?')];
  const cards = [1, 0, 2].map((i) => lookOf(hash + i * 2, '', letters[i] ?? '?'));
  return { cards, ...TILES[hash % TILES.length]! };
}
