/** The games that have drawings of their own. A game that is not here is played on the plain table. */
import { sentence } from '../lib/language.svelte';
import type { GameModule, Listing } from './types';
import PlainArt from './generic/Art.svelte';
import MantisArt from './mantis/Art.svelte';
import MantisDrawings from './mantis/Shrimp.svelte';
import RuckusArt from './ruckus/Art.svelte';
import RuckusDrawings from './ruckus/Drawings.svelte';
import TuckItArt from './tuckit/Art.svelte';
import TuckItDrawings from './tuckit/Robots.svelte';
import StakBotsArt from './stakbots/Art.svelte';

const LISTINGS: Record<string, Listing> = {
  tuckit: {
    art: TuckItArt,
    drawings: TuckItDrawings,
    hue: '#3a3f9c',
    hueDeep: '#22255f',
    idea: sentence('Beat the pile or tuck it in. First to clear three stacks wins.'),
    load: async () => (await import('./tuckit')).default,
    tutor: () => import('./tuckit/Tutorial.svelte'),
  },
  mantis: {
    art: MantisArt,
    drawings: MantisDrawings,
    hue: '#157f8f',
    hueDeep: '#0b4a58',
    idea: sentence('Score your own colours or steal theirs. Three guesses, one truth.'),
    load: async () => (await import('./mantis')).default,
    tutor: () => import('./mantis/Tutorial.svelte'),
  },
  stakbots: {
    art: StakBotsArt,
    hue: '#b9551c',
    hueDeep: '#73310c',
    idea: sentence('Stack your bots, topple theirs. The top one does the fighting.'),
    load: async () => (await import('./stakbots')).default,
    tutor: () => import('./stakbots/Tutorial.svelte'),
  },
  ruckus: {
    art: RuckusArt,
    drawings: RuckusDrawings,
    hue: '#b8306f',
    hueDeep: '#701943',
    idea: sentence('No turns, all grabs. Steal the pile before it is stolen back.'),
    extra: sentence('real time'),
    load: async () => (await import('./ruckus')).default,
    tutor: () => import('./ruckus/Tutorial.svelte'),
  },
};

/** A game that nobody drew yet has a plain tile and the plain table. */
const PLAIN: Listing = { art: PlainArt, hue: '#4d3f8f', hueDeep: '#2c2359', load: async () => (await import('./generic')).default };

export function listingOf(name: string): Listing {
  return Object.hasOwn(LISTINGS, name) ? LISTINGS[name]! : PLAIN;
}

export function loadGame(name: string): Promise<GameModule> {
  return listingOf(name).load();
}
