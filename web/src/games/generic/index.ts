import { NUMBERS } from '../../lib/table/keys';
import type { GameModule } from '../../lib/table/game';
import { script } from './motion/script';
import Table from './Table.svelte';

/** The plain table: plays any game from its vocabulary alone. */
const game: GameModule = {
  Table,
  script,
  isHeadline: () => true,
  keys: [NUMBERS],
  actor: (line) => line.numbers['seat'] ?? -1,
};

export default game;
