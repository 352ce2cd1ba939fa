/** The games with their own drawings. A game that is not here is played on the plain table. */
import { sentence } from '../lib/language/language.svelte';
import type { GameModule, Listing } from '../lib/table/game';
import PlainArt from './generic/Art.svelte';
import { tileOf } from './generic/model/looks';
import MantisArt from './mantis/Art.svelte';
import MantisDrawings from './mantis/cards/Shrimp.svelte';
import RuckusArt from './ruckus/Art.svelte';
import RuckusDrawings from './ruckus/cards/Drawings.svelte';
import TuckItArt from './tuckit/Art.svelte';
import TuckItDrawings from './tuckit/cards/Robots.svelte';
import StakBotsArt from './stakbots/Art.svelte';

const LISTINGS: Record<string, Listing> = {
  tuckit: {
    art: TuckItArt,
    drawings: TuckItDrawings,
    hue: '#3a3f9c',
    hueDeep: '#22255f',
    idea: sentence('Beat the pile or tuck it in. First to clear three stacks wins.'),
    load: async () => (await import('./tuckit')).default,
    tutor: () => import('./tuckit/tutorial/Tutorial.svelte'),
  },
  mantis: {
    art: MantisArt,
    drawings: MantisDrawings,
    hue: '#157f8f',
    hueDeep: '#0b4a58',
    idea: sentence('Score your own colours or steal theirs. Three guesses, one truth.'),
    load: async () => (await import('./mantis')).default,
    tutor: () => import('./mantis/tutorial/Tutorial.svelte'),
  },
  stakbots: {
    art: StakBotsArt,
    hue: '#b9551c',
    hueDeep: '#73310c',
    idea: sentence('Stack your bots, topple theirs. The top one does the fighting.'),
    load: async () => (await import('./stakbots')).default,
    tutor: () => import('./stakbots/tutorial/Tutorial.svelte'),
  },
  ruckus: {
    art: RuckusArt,
    drawings: RuckusDrawings,
    hue: '#b8306f',
    hueDeep: '#701943',
    idea: sentence('No turns, all grabs. Steal the pile before it is stolen back.'),
    extra: sentence('real time'),
    load: async () => (await import('./ruckus')).default,
    tutor: () => import('./ruckus/tutorial/Tutorial.svelte'),
  },
};

/** A game that nobody has drawn yet: a tile made from its title, and the plain table. */
function plainListing(title: string): Listing {
  const { hue, deep } = tileOf(title);
  return { art: PlainArt, hue, hueDeep: deep, load: async () => (await import('./generic')).default };
}

export function listingOf(name: string, title = name): Listing {
  return Object.hasOwn(LISTINGS, name) ? LISTINGS[name]! : plainListing(title);
}

export function loadGame(name: string): Promise<GameModule> {
  return listingOf(name).load();
}
