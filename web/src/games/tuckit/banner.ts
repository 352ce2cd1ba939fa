/** The words that go with each stage: for whoever decides, on buttons, on Stacks. */
import type { Choice } from '../../lib/protocol';
import { short } from './cards';
import type { Card, Model, StageName } from './model';

/** What the one who is asked has to do. */
export const YOURS: Record<StageName, string> = {
  building: 'Build three Stacks', revealing: 'Show a Stack', tie: 'A tie: show a card', direction: 'A tie: show a card', turn: 'Your turn', adding: 'Add more?', 'must tuck': 'Tuck a card', flip: 'Flip a Stack?', take: 'Take a top card?', 'last tucks': 'Tuck more?', over: 'Game over',
};

export const ADVICE: Record<StageName, string> = {
  building: 'Pairs can be played together later.',
  revealing: 'The highest top card starts.',
  tie: 'From a Stack or from your hand.',
  direction: 'The higher card sets the direction.',
  turn: '',
  adding: 'These go on top of what you played.',
  'must tuck': 'Choose a card and the Stack it goes under.',
  flip: 'Anybody’s, with all its cards turned over.',
  take: 'It comes into your hand, then you go again.',
  'last tucks': 'Cards and a Stack, or you are done.',
  over: '',
};

/** What can be done in a turn in which nothing is laid out yet. */
export function turnAdvice(model: Model, handSize: number, canTuck: boolean): string {
  if (model.takesPile) return 'The Dark Q: take the pile and tuck a card.';
  if (handSize === 0) return 'Play from the top of one Stack.';
  const start = model.single ? 'One single card this time.' : 'Pick a card, or several of one value.';
  return canTuck ? `${start} Or tuck some.` : start;
}

const DONE: Partial<Record<StageName, string>> = { adding: 'That is all', flip: 'Flip nothing', take: 'Take nothing', 'last tucks': 'No more' };

/** What stands on the button of a choice that is neither a card nor a Stack. */
export function buttonWords(choice: Choice, model: Model): string {
  if (choice.notation === 'done') return DONE[model.stage] ?? choice.words;
  if (choice.notation === 'decline') return model.phase === 1 ? 'Turn over a card' : model.pileSize > 0 ? 'Take the pile' : 'Pass, tuck a card';
  return choice.words;
}

const VERBS: Partial<Record<StageName, string>> = { revealing: 'Show', tie: 'Show', direction: 'Show', turn: 'Play', adding: 'Add', flip: 'Flip', take: 'Take' };

/** What a click on one of your Stacks does. */
export function stackVerb(stage: StageName, cards: readonly Card[]): string {
  const top = cards[0]?.kind;
  return `${VERBS[stage] ?? 'Choose'}${['turn', 'adding'].includes(stage) && top ? ` ${short(top)}` : ''}`;
}
