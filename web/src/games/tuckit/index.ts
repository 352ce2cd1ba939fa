import { sentence } from '../../lib/language.svelte';
import type { GameModule, Script } from '../types';
import { actor, goal, isHeadline, standing, story } from './lines';
import { perform, still } from './perform';
import { plan } from './plan';
import CheatSheet from './CheatSheet.svelte';
import Sprite from './Sprite.svelte';
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
