/** What the coach says about Stak Bots; the moves are those of `tutorial.py`. */
import { sentence } from '../../../lib/language/language.svelte';
import type { Lesson } from '../../../lib/table/lessons';
import type { LessonStep } from '../../../lib/protocol';
import { foreseen, type Reader, type Tried } from '../../../lib/language/speaking';
import { isEvent } from '../motion/plan';

export const LESSONS: readonly Lesson[] = [
  { title: sentence('This is your Stak'), words: sentence('A tower of robots. Only the one on top fights. What lies face-down below it, nobody knows, not even you. Whoever’s Stak is empty is out.'), look: ['stak-0'] },
  { title: sentence('Power'), words: sentence('The number on a card is how hard it hits and how much it can take. Your Core has 5, Mo’s has 3.'), look: ['stak-0', 'stak-1'] },
  { title: sentence('Play a card'), words: sentence('Bountiful has an entry effect: it happens the moment the card is played. Choose it in your hand and play it.'), look: ['hand-0'], moves: 1 },
  { title: sentence('Feed the scrapheap'), words: sentence('You drew a Shot. Every turn the scrapheap wants at least one card, yours or anybody’s. Scrap your Bountiful: it has done its work, and your strong Core comes back to the top.'), look: ['heap'], moves: 1 },
  { title: sentence('Attack'), words: sentence('Both top cards hit each other at once. Choose Attack: you see what would happen before you confirm it.'), look: ['stak-1'], moves: 1 },
  { title: sentence('Damage adds up'), words: sentence('Mo’s Core is gone and a Spike turned up. Your Core has taken 3 of 5. Damage is forgotten when the turn ends, but another battle now would finish your Core.'), look: ['stak-0'] },
  { title: sentence('Another entry effect'), words: sentence('Shot has no power at all, but it shoots when it is played. Play it.'), look: ['hand-0'], moves: 1 },
  { title: sentence('Choose a target'), words: sentence('Whoever’s Stak it is makes the choices. What is lit can be chosen: shoot Mo’s Spike.'), look: ['stak-1'], moves: 1 },
  { title: sentence('A chain of effects'), words: sentence('Clumsy turned up, and its entry effect happened at once, in your turn: it scrapped the bottom card of its own Stak. Mo has one card left!'), look: ['stak-1'] },
  { title: sentence('End your turn'), words: sentence('A weak card on top is easy prey. Scrap the Shot to stand there with your Core, then it would be Mo’s turn.'), look: ['stak-0'], moves: 1 },
  { title: sentence('That is all'), words: sentence('Play, scrap, attack in any order, feed the scrapheap, and be the last one with a Stak. “Bots” on the table says what all sixteen of them do. Have fun!') },
];

/** What the room would answer if this move were tried: what happens, but not which card turns up. */
export function triedIn({ before, change, lines }: LessonStep, reader: Reader): Tried {
  const told = lines.map(({ event, numbers }) => ({ event, numbers, sure: !isEvent({ event }, 'turned up'), worlds: 1, unless: [] }));
  return foreseen({ type: 'tried', command: '', lines: told, choices: [], facts: {}, asks: change.asks, over: 0, worlds: 1 }, reader, before);
}
