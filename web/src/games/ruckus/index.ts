import type { GameModule, Rush } from '../types';
import { actor, goal, isHeadline, standing, story } from './lines';
import { perform } from './perform';
import { isDeal, plan } from './plan';
import CheatSheet from './CheatSheet.svelte';
import Sprite from './Sprite.svelte';
import Table from './Table.svelte';

const game: GameModule = {
  Table,
  Sprite,
  CheatSheet,
  rush: { plan, isDeal, perform } as unknown as Rush,
  isHeadline,
  actor,
  linger: 3200,
  goal,
  standing,
  story,
};

export default game;
