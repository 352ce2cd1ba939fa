import { NUMBERS } from '../../lib/keys';
import type { GameModule, Script } from '../types';
import { actor, goal, isHeadline, standing, story } from './lines';
import { perform, still } from './perform';
import { plan } from './plan';
import CheatSheet from './CheatSheet.svelte';
import Sprite from './Sprite.svelte';
import Table from './Table.svelte';

const game: GameModule = { Table, Sprite, CheatSheet, script: { plan, perform, still } as unknown as Script, isHeadline, actor, keys: [NUMBERS], goal, standing, story };

export default game;
