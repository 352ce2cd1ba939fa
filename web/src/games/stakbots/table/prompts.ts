/** The current task, in a few words besides the rules' own: ours, and somebody else's. */
import { say, sentence, t, type Sentence } from '../../../lib/language/language.svelte';
import { botOf, titleOf, type Print } from '../cards/cards';
import type { Model, Stage } from '../model/model';
import { STAGE, type Verb } from '../model/names';

type ByStage = { readonly [stage in Stage]?: Sentence };
const BY_A_BOT: readonly Stage[] = [STAGE.targeting, STAGE.resetting, STAGE.expelling];

const TITLES: ByStage = {
  [STAGE.drafting]: sentence('Your pick'),
  [STAGE.reacting]: sentence('You are attacked!'),
  [STAGE.discarding]: sentence('Discard one'),
  [STAGE.recycling]: sentence('Recycle'),
  [STAGE.redrawing]: sentence('Draw a card?'),
  [STAGE.ordering]: sentence('Two effects'),
};

const THEIRS: ByStage = {
  [STAGE.drafting]: sentence('{name} picks a card'),
  [STAGE.reacting]: sentence('{name} may react'),
  [STAGE.placing]: sentence('{name} chooses a Stak'),
  [STAGE.aiming]: sentence('{name} takes aim'),
  [STAGE.discarding]: sentence('{name} discards'),
  [STAGE.dropping]: sentence('{name} may slip a card under'),
};

export function ownTitle({ stage, actingFace }: Model, prints: readonly Print[]): string {
  if (actingFace >= 0 && [...BY_A_BOT, STAGE.placing].includes(stage)) return t('Your {thing}', { thing: titleOf(prints[actingFace]) });
  return say(TITLES[stage] ?? sentence('Your turn'));
}

export function theirTitle({ stage, actingFace }: Model, prints: readonly Print[], name: string): string {
  if (actingFace >= 0 && BY_A_BOT.includes(stage)) return t('{name} aims {bot}', { name, bot: titleOf(prints[actingFace]) });
  return say({ ...(THEIRS[stage] ?? sentence('{name} thinks')), values: { name } });
}

/** What a click on a Stak does in this stage, in a word or two. */
export function verbFor({ stage, actingFace }: Model, prints: readonly Print[]): string {
  if (stage === STAGE.placing) return t('Play here');
  if (stage === STAGE.ordering) return t('This first');
  return stage === STAGE.aiming ? t('Attack') : say(botOf(prints[actingFace]).verb ?? sentence('Choose'));
}

/** Words for the row of buttons if the rules' are too long for it. */
export const SHORT: { readonly [verb in Verb]?: Sentence } = {
  yield: sentence('Leave it to the team'), keep: sentence('Keep it'), pass: sentence('Let it come'),
  attack: sentence('Attack'), scrap: sentence('Scrap my top'), recycle: sentence('Recycle'), drop: sentence('Slip it under'),
};

/** The same if it would be the player's last card. */
export const LAST: typeof SHORT = { scrap: sentence('Scrap my last card'), recycle: sentence('Recycle my last card') };
