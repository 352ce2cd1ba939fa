import { sentence } from '../../lib/language/language.svelte';
import type { Rush } from '../../lib/table/scene.svelte';
import type { GameModule } from '../../lib/table/game';
import { actor, goal, isHeadline, standing, story } from './model/lines';
import { perform } from './motion/perform';
import { isDeal, plan } from './motion/plan';
import CheatSheet from './tutorial/CheatSheet.svelte';
import Sprite from './cards/Sprite.svelte';
import Table from './Table.svelte';

const game: GameModule = {
  Table,
  Sprite,
  CheatSheet,
  rush: { plan, isDeal, perform } as unknown as Rush,
  isHeadline,
  actor,
  keys: [
    { keys: ['1', '…', '0', '-', '='], words: sentence('play the card with that sign, at once: nothing waits in a race; where a card fits several piles, the same keys choose the pile') },
    { keys: ['D'], words: sentence('ready: deal on') },
    { keys: ['G'], words: sentence('RUCKUS!') },
    { keys: ['Esc'], words: sentence('put the card back') },
  ],
  linger: 3200,
  goal,
  standing,
  story,
};

export default game;
