/** What the coach says about Mantis; the moves are those of `tutorial.py`. */
import { sentence } from '../../../lib/language/language.svelte';
import type { Lesson } from '../../../lib/table/lessons';

export const LESSONS: readonly Lesson[] = [
  { title: sentence('This is your Tank'), words: sentence('Everybody has one. The cards in it lie open, sorted by colour, and their letter says the colour too. You have two red ones, a green and a yellow.'), look: ['tank-0'] },
  { title: sentence('This is the Draw Pile'), words: sentence('You only see the back of the top card. It shows three colours, and exactly one of them is on the front. Which one? Nobody knows.'), look: ['pile'] },
  { title: sentence('Score'), words: sentence('You have red and green: two of the three would fit. Turn the card over in your own Tank.'), look: ['tank-0'], moves: 1 },
  { title: sentence('It is red!'), words: sentence('A match: all red cards went to your Score Pile, three at once. They are safe there. Now it is Mo’s turn: see what happens.'), look: ['score-0'] },
  { title: sentence('No match'), words: sentence('Mo tried to score, but had no orange. The card just stays in his Tank, and his turn is over.'), moves: 1 },
  { title: sentence('You were robbed!'), words: sentence('Ivy turned her card over in your Tank. It was green like one of yours, so she took both. Cards in Tanks are never safe.'), moves: 1 },
  { title: sentence('Steal'), words: sentence('The back shows orange, yellow and purple. Mo has an orange and three purple ones: steal from him. Click his Tank.'), look: ['tank-1'], moves: 1 },
  { title: sentence('Four purple in your Tank'), words: sentence('Stolen cards do not count yet: you still have to score them. And it is your turn again in this lesson. Purple shows on the back: try it!'), look: ['tank-0'], moves: 1 },
  { title: sentence('That is all'), words: sentence('Eight cards in your Score Pile. Whoever has ten first wins; with two players it is fifteen, and a good steal gives another turn. Have fun!'), look: ['score-0'] },
];
