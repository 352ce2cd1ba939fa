/** What the coach says about Tuck It; the moves are those of `tutorial.py`. */
import { sentence } from '../../../lib/language/language.svelte';
import type { Lesson } from '../../../lib/table/lessons';

export const LESSONS: readonly Lesson[] = [
  { title: sentence('Three Stacks'), words: sentence('These are yours, and so are theirs above. Each shows a top card, with another face down under it. Be the first to get rid of all three.'), look: ['seat-0'] },
  { title: sentence('The pile'), words: sentence('Everybody plays onto this pile. A card has to be as high as the top card, or higher. Next to it you see what it wants now: a 6 or more.'), look: ['pile'] },
  { title: sentence('Play two at once'), words: sentence('Several cards of one value go together. Pick both 8s (a second tap takes the second one) and play them.'), look: ['card-0-8'], moves: 3 },
  { title: sentence('A 9 holds you down'), words: sentence('Mo played a 9. After a 9 the next card has to be 9 or less, whichever. It says so next to the pile.'), look: ['pile'], moves: 2 },
  { title: sentence('Nothing fits'), words: sentence('Ivy did not want to play. She turned over the Draw Pile’s top card: a K, too high. So she took it, with the whole pile, and had to tuck a card under one of her Stacks.'), look: ['stack-2-1'], moves: 3 },
  { title: sentence('A card that can do something'), words: sentence('The pile is empty: anything goes. Only the card that ends up on top does what it says. Play the 7: it flips a Stack.'), look: ['card-0-7'], moves: 2 },
  { title: sentence('Flip a Stack'), words: sentence('A flip turns a whole Stack over: its order and its sides. Mo’s A lies handy on top. Flip it to the bottom!'), look: ['stack-1-0'], moves: 1 },
  { title: sentence('Phase 2: tuck your hand away'), words: sentence('We turned the clock forward: the Draw Pile is used up. Now you may tuck cards under your Stacks whenever you like. With an empty hand you play from your Stacks. Pick Q and 3, and tuck them under Stack 2.'), look: ['stack-0-1'], moves: 4 },
  { title: sentence('Play from a Stack'), words: sentence('Your hand is empty. Stack 1 has a 10 on top: it trashes the pile, and you go again.'), look: ['stack-0-0'], moves: 1 },
  { title: sentence('That is all'), words: sentence('Whoever’s Stacks are empty first wins at once. The rules button has a sheet of what every card does. Have fun!'), look: ['seat-0'] },
];
