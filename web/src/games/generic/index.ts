import { NUMBERS } from '../../lib/keys';
import type { GameModule } from '../types';
import Table from './Table.svelte';

/** The plain table: whatever a game lays out, drawn as areas with cards, and its choices as buttons. */
const game: GameModule = {
  Table,
  isHeadline: () => true,
  keys: [NUMBERS],
  actor: (line) => line.numbers['seat'] ?? -1,
};

export default game;
