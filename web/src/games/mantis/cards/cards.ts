/** The seven colours of Mantis and the backs made of them, in the order of the game's faces. */
import { inGame } from '../../../lib/language/language.svelte';

export interface Colour {
  letter: string;
  name: string;
  hex: string;
  dark: string;
  light: string;
}

export const COLOURS: readonly Colour[] = [
  { letter: 'R', name: 'red', hex: '#e5433f', dark: '#a81f2e', light: '#ff8f7d' },
  { letter: 'O', name: 'orange', hex: '#f7882b', dark: '#b9550a', light: '#ffc27a' },
  { letter: 'Y', name: 'yellow', hex: '#ffd23f', dark: '#c98f0c', light: '#fff0a8' },
  { letter: 'G', name: 'green', hex: '#3eb867', dark: '#1a7a44', light: '#a5eab4' },
  { letter: 'B', name: 'blue', hex: '#2f8ae8', dark: '#1553a8', light: '#9bd0ff' },
  { letter: 'P', name: 'purple', hex: '#8556dd', dark: '#53299f', light: '#cbb2ff' },
  { letter: 'K', name: 'pink', hex: '#ff86bf', dark: '#cc3f86', light: '#ffd0e6' },
];

export type Triple = readonly [number, number, number];

export const TRIPLES: readonly Triple[] = COLOURS.flatMap((_, a) =>
  COLOURS.slice(a + 1).flatMap((_, i) => {
    const b = a + 1 + i;
    return COLOURS.slice(b + 1).map((_, j): Triple => [a, b, b + 1 + j]);
  }),
);

/** Faces: the colours, then the backs, then whole cards (a back and which of its colours is in front). */
export const FIRST_BACK = COLOURS.length;
export const FIRST_CARD = FIRST_BACK + TRIPLES.length;

export function tripleOf(back: number): Triple | null {
  return TRIPLES[back - FIRST_BACK] ?? null;
}

export function backFace(triple: Triple): number {
  const sorted = [...triple].sort((a, b) => a - b);
  return FIRST_BACK + TRIPLES.findIndex((other) => other.every((colour, i) => colour === sorted[i]));
}

export function cardFace(back: number, front: number): number {
  const part = tripleOf(back)?.indexOf(front) ?? -1;
  return part < 0 ? -1 : FIRST_CARD + (back - FIRST_BACK) * 3 + part;
}

export const letterOf = (colour: number): string => COLOURS[colour]?.letter ?? 'R';
export const nameOf = (colour: number): string => inGame('mantis', 'face', COLOURS[colour]?.name ?? '');
export const hexOf = (colour: number): string => COLOURS[colour]?.hex ?? '#fff';

export const namesOf = (triple: Triple): string[] => triple.map(nameOf);

// ------------------------------------------------------------------------------ cards in the air
const SVG = 'http://www.w3.org/2000/svg';

function drawing(viewBox: string, ...uses: Record<string, string>[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('aria-hidden', 'true');
  for (const attributes of uses) {
    const use = document.createElementNS(SVG, 'use');
    for (const [name, value] of Object.entries(attributes)) use.setAttribute(name, value);
    svg.append(use);
  }
  return svg;
}

export const frontDrawing = (colour: number): SVGSVGElement => drawing('0 0 100 140', { href: `#front-${letterOf(colour)}` });
export const closedDrawing = (): SVGSVGElement => drawing('0 0 100 140', { href: '#back-closed' });

/** The three bands of a back can be lit one by one. */
export function backDrawing(triple: Triple): SVGSVGElement {
  const svg = drawing('0 0 100 140', { href: '#back-frame' });
  const window = document.createElementNS(SVG, 'g');
  window.setAttribute('clip-path', 'url(#back-clip)');
  triple.forEach((colour, i) => {
    const band = document.createElementNS(SVG, 'use');
    const place = { href: `#band-${letterOf(colour)}`, y: String(-2 + 44 * i), width: '100', height: '54', 'data-band': String(i) };
    for (const [name, value] of Object.entries(place)) band.setAttribute(name, value);
    window.append(band);
  });
  svg.append(window);
  return svg;
}
