/** What is asked in each stage, in a few words: of us, and of somebody else. */
import { botOf, titleOf, type Print } from './cards';
import type { Model, Stage } from './model';

export interface Prompt {
  title: string;
  words: string;
}

const OWN: Readonly<Record<Stage, string>> = {
  drafting: 'Take a card into your deck.',
  dropping: 'Blitz: you may slip a top card under its Stak.',
  acting: 'Play, scrap, attack; then end your turn.',
  placing: 'Choose the Stak to play it on.',
  aiming: 'Choose whom to attack.',
  reacting: 'Play a card there to call the attack off, or let it come.',
  ordering: 'Both trigger at once: which goes first?',
  targeting: 'Pick a lit card.',
  resetting: 'Pick the card to turn down.',
  expelling: 'Pick a player, who discards a card.',
  discarding: 'Pick the card that you discard.',
  recycling: 'Pick the hand card that goes too.',
  redrawing: 'You may draw before the next card turns up.',
};

const THEIRS: Readonly<Partial<Record<Stage, string>>> = {
  drafting: 'picks a card',
  reacting: 'may react',
  placing: 'chooses a Stak',
  aiming: 'takes aim',
  discarding: 'discards',
  dropping: 'may slip a card under',
};

const TITLES: Readonly<Partial<Record<Stage, string>>> = { drafting: 'Your pick', reacting: 'You are attacked!', discarding: 'Discard one', recycling: 'Recycle', redrawing: 'Draw a card?', ordering: 'Two effects' };

export function ownPrompt({ stage, actingFace, toFeed, fed }: Model, prints: readonly Print[]): Prompt {
  const acts = actingFace >= 0 && ['targeting', 'resetting', 'expelling', 'placing'].includes(stage);
  const owed = toFeed - fed;
  const words = stage === 'acting' && owed > 0 ? `Play, scrap, attack. The scrapheap is still owed ${owed}.` : OWN[stage];
  return { title: acts ? `Your ${titleOf(prints[actingFace])}` : (TITLES[stage] ?? 'Your turn'), words };
}

export function theirPrompt({ stage, actingFace }: Model, prints: readonly Print[], name: string): string {
  if (actingFace >= 0 && ['targeting', 'resetting', 'expelling'].includes(stage)) return `${name} aims ${titleOf(prints[actingFace])}`;
  return `${name} ${THEIRS[stage] ?? 'thinks'}`;
}

/** What a click on a Stak does in this stage. */
export function verbFor({ stage, actingFace }: Model, prints: readonly Print[]): string {
  if (stage === 'placing') return 'Play here';
  if (stage === 'ordering') return 'This first';
  return stage === 'aiming' ? 'Attack' : botOf(prints[actingFace]).verb || 'Choose';
}

/** Short words for the row of buttons, by the first word of a notation. */
export const SHORT: Readonly<Record<string, string>> = {
  end: 'End turn', yield: 'Leave it to the team', keep: 'Keep it', pass: 'Let it come', no: 'Draw nothing', draw: 'Draw a card',
  attack: 'Attack', scrap: 'Scrap my top', recycle: 'Recycle', drop: 'Slip it under',
};

/** The same where it would be the last card that one has. */
export const LAST: Readonly<Record<string, string>> = { scrap: 'Scrap my last card', recycle: 'Recycle my last card' };
