import { NUMBERS } from '../../lib/table/keys';
import type { Script } from '../../lib/table/scene.svelte';
import type { GameModule } from '../../lib/table/game';
import { actor, goal, isHeadline, standing, story } from './model/lines';
import { perform, still } from './motion/perform';
import { plan } from './motion/plan';
import CheatSheet from './tutorial/CheatSheet.svelte';
import Sprite from './cards/Sprite.svelte';
import Table from './Table.svelte';

const game: GameModule = { Table, Sprite, CheatSheet, script: { plan, perform, still } as unknown as Script, isHeadline, actor, keys: [NUMBERS], goal, standing, story };

export default game;
