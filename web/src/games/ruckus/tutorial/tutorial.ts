/** What the coach says about Ruckus; the moves are those of `tutorial.py`. */
import { sentence } from '../../../lib/language/language.svelte';
import type { Lesson } from '../../../lib/table/lessons';
import { DESIGNS } from '../cards/cards.svelte';
import { pileAt } from '../motion/perform';

const KETTLE = DESIGNS.findIndex(({ picture }) => picture === 'kettle');

export const LESSONS: readonly Lesson[] = [
  { title: sentence('Points lie on the table'), words: sentence('Two or more of a kind never stay in a hand: your two Bananas went down as a pile. Every card lying in front of you counts one point.'), look: ['mat-0'] },
  { title: sentence('Singles stay in your hand'), words: sentence('Here are yours. At the end of a round each of them costs a point, so use them! The letter says the kind as well as the picture.'), look: ['hand-0'] },
  { title: sentence('Steal!'), words: sentence('Mo has a pile of Kettles and you hold one. Lit means: you can take it now. There are no turns. Tap your Kettle.'), moves: 1 },
  { title: sentence('Stolen back'), words: sentence('Ivy had a Kettle too and took the pile, four cards by now. Being second is often better. Only when all six are out is a pile safe.'), look: [pileAt(2, KETTLE)], moves: 1 },
  { title: sentence('The ring'), words: sentence('When nobody has done anything for a while the ring runs out, and everybody gets one more card. Yours is a Banana!'), look: ['deck'], moves: 1, isSaidFirst: true },
  { title: sentence('Build'), words: sentence('The Banana fits your own pile, so it can simply join it. Tap it.'), moves: 1 },
  { title: sentence('Two piles, one card'), words: sentence('Toast lies in front of both Mo and Ivy. Tap your Toast, then the pile you want: the bigger one, perhaps?'), moves: 1, otherwise: sentence('Ivy has more') },
  { title: sentence('Who is first?'), words: sentence('Others grab at the same time, and the first one gets it. Try to take Mo’s Pigeons.'), moves: 1, otherwise: sentence('{name} was faster', { name: 'Ivy' }) },
  { title: sentence('Too late, nothing lost'), words: sentence('Your card bounced back. And look: now you can take three Pigeons from Ivy instead of two.'), moves: 1 },
  { title: sentence('RUCKUS!'), words: sentence('One card left. Hit the big button: it goes face down, the round is over at once, and you get five points extra.'), moves: 1 },
  { title: sentence('That is all'), words: sentence('Cards on the table count for you, cards in hand against you. Whoever has 75 points after a few rounds wins. Practise with bots that take their time!') },
];
