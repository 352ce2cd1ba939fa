import { sentence } from '../../lib/language/language.svelte';
import type { Script } from '../../lib/table/scene.svelte';
import type { GameModule } from '../../lib/table/game';
import { actor, goal, isHeadline, standing, story } from './model/lines';
import { perform, still } from './motion/perform';
import { plan } from './motion/plan';
import CheatSheet from './tutorial/CheatSheet.svelte';
import Sprite from './cards/Sprite.svelte';
import Table from './Table.svelte';

const game: GameModule = {
  Table,
  Sprite,
  CheatSheet,
  script: { plan, perform, still } as unknown as Script,
  isHeadline,
  actor,
  keys: [
    { keys: ['2', '…', '9', '0', 'J', 'Q', 'K', 'A'], words: sentence('lay out the card with that value (0 is the 10); where a card is played at once, the same key again plays it') },
    { keys: ['Enter'], words: sentence('play what is laid out') },
    { keys: ['Esc'], words: sentence('put it back') },
  ],
  goal,
  standing,
  points: { noun: 'gear', fewestFirst: true },
  story,
};

export default game;
