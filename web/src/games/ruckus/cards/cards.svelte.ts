/** The twelve designs of Ruckus, in the order of the game's faces: their letters, names, pictures and colours. */
import { inGame, t } from '../../../lib/language/language.svelte';
import type { GameWords } from '../../../lib/protocol';

export interface Design {
  letter: string;
  name: string;
  picture: string;
  hex: string;
  /** How strongly the rays shine behind the picture. */
  rays: number;
}

export const DESIGNS: readonly Design[] = [
  { letter: 'K', name: 'Kettle Trot', picture: 'kettle', hex: '#e8503a', rays: 0.13 },
  { letter: 'S', name: 'Disco Snail', picture: 'snail', hex: '#ff74b4', rays: 0.3 },
  { letter: 'C', name: 'Cactus Sheriff', picture: 'cactus', hex: '#ff9a3c', rays: 0.3 },
  { letter: 'T', name: 'Turbo Toast', picture: 'toast', hex: '#43b0f1', rays: 0.3 },
  { letter: 'W', name: 'Wind-up Whale', picture: 'whale', hex: '#2a4a9e', rays: 0.13 },
  { letter: 'B', name: 'Ballet Banana', picture: 'banana', hex: '#8c59d8', rays: 0.13 },
  { letter: 'J', name: 'Jelly Brolly', picture: 'jelly', hex: '#0f858a', rays: 0.13 },
  { letter: 'G', name: 'Gym Ghost', picture: 'ghost', hex: '#3b3357', rays: 0.13 },
  { letter: 'D', name: 'Donut Saucer', picture: 'donut', hex: '#93cf38', rays: 0.3 },
  { letter: 'R', name: 'Rocket Radish', picture: 'radish', hex: '#7ee2b8', rays: 0.3 },
  { letter: 'P', name: 'Punk Pigeon', picture: 'pigeon', hex: '#ffd23f', rays: 0.3 },
  { letter: 'V', name: 'Volcano Nap', picture: 'volcano', hex: '#ffc39a', rays: 0.3 },
];

/** The designs in use: ours, unless the host has replaced them. */
class Box {
  designs = $state.raw<readonly Design[]>(DESIGNS);
}
export const box = new Box();

/** Use the room's letters, names and pictures; a picture without a drawing has only its colour and letter. */
export function unpack(words: GameWords): void {
  box.designs = words.faces.map((name, i): Design => {
    const picture = String(words.prints[i]?.['picture'] ?? DESIGNS[i]?.picture ?? '');
    const drawn = DESIGNS.find((design) => design.picture === picture) ?? DESIGNS[i] ?? DESIGNS[0]!;
    return { letter: words.letters[i] ?? name.charAt(0), name, picture, hex: drawn.hex, rays: drawn.rays };
  });
}

/** The name of a design in the language of the page. */
export const nameOf = (design: number): string => (box.designs[design] ? inGame('ruckus', 'face', box.designs[design].name) : t('card'));
export const letterOf = (design: number): string => box.designs[design]?.letter ?? '';
export const hexOf = (design: number): string => box.designs[design]?.hex ?? '#fff';
export const cardHref = (design: number, mini = false): string => `#rk-${mini ? 'mini-' : ''}${box.designs[design] ? design : 'back'}`;

/** A card for the layer in which cards fly. */
export function drawing(design: number): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 100 140');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', cardHref(design));
  svg.append(use);
  return svg;
}

export const BACK = -1;
