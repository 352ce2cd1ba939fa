/** Short words for each stage: the heading for whoever decides, the labels of buttons and Stacks, what the pile demands. */
import { say, sentence, t, type Sentence } from '../../../lib/language/language.svelte';
import type { View } from '../../../lib/protocol';
import type { Choice } from '../../../lib/language/speaking';
import { kindWorth, nameOf, short } from '../cards/cards';
import { factOf, type Card, type Model } from '../model/model';
import { STAGE, type Fact } from '../model/names';

const TIE = sentence('A tie: show a card');
const YOURS: Record<number, Sentence> = {
  [STAGE.buildingStacks]: sentence('Build three Stacks'), [STAGE.revealing]: sentence('Show a Stack'), [STAGE.breakingATie]: TIE, [STAGE.breakingATieOfDirection]: TIE,
  [STAGE.turn]: sentence('Your turn'), [STAGE.addingCards]: sentence('Add more?'), [STAGE.mustTuck]: sentence('Tuck a card'), [STAGE.mayFlip]: sentence('Flip a Stack?'),
  [STAGE.mayTakeATopCard]: sentence('Take a top card?'), [STAGE.lastTucks]: sentence('Tuck more?'),
};

/** What the player whose decision it is has to do. */
export const yourHeading = (stage: number): string => say(YOURS[stage] ?? '', 'tuckit');

/** The label of a choice that is neither a card nor a Stack. */
export function buttonWords(choice: Choice, model: Model): string {
  if (choice.verb !== 'decline') return choice.words;
  return model.phase === 1 ? t('Turn over a card') : model.pileSize > 0 ? t('Take the pile') : t('Pass, tuck a card');
}

const SHOW = sentence('Show');
const VERBS: Record<number, Sentence> = {
  [STAGE.revealing]: SHOW, [STAGE.breakingATie]: SHOW, [STAGE.breakingATieOfDirection]: SHOW, [STAGE.turn]: sentence('Play {card}'), [STAGE.addingCards]: sentence('Add {card}'),
  [STAGE.mayFlip]: sentence('Flip'), [STAGE.mayTakeATopCard]: sentence('Take'),
};

/** What a click on one of your Stacks does. */
export function stackVerb(stage: number, cards: readonly Card[]): string {
  const top = cards[0]?.kind;
  return say({ ...(VERBS[stage] ?? sentence('Choose')), values: { card: top ? short(top) : '' } }, 'tuckit');
}

/** What may be played on the pile, as the room says it. */
export function demand(view: View): string {
  const fact = (name: Fact): number => factOf(view, name);
  if (fact('empty pile')) return t('anything goes');
  if (fact('takes the pile')) return t('takes the pile');
  const worth = kindWorth(fact('least'));
  const card = worth ? nameOf(worth) : '';
  const wants = fact('nine or less') ? (card ? t('{card} only', { card }) : t('9 or less')) : fact('fives too') ? t('{card} or 5', { card }) : fact('no aces') ? t('{card} or more, no A', { card }) : t('{card} or more', { card });
  return fact('single card') ? t('{cards}, single card', { cards: wants }) : wants;
}
