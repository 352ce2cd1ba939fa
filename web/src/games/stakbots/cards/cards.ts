/** How the sixteen bots are drawn; the room says what is printed on a card. */
import { inGame, say, sentence, t, type Sentence } from '../../../lib/language/language.svelte';
import type { GameInfo } from '../../../lib/protocol';

export type BotClass = 'entry' | 'damage' | 'attack' | 'leader' | 'core';

export interface Bot {
  title: string;
  class: BotClass;
  colour: string;
  /** What it does, short enough for its card. */
  line: Sentence;
  /** What is done to the card that it is aimed at. */
  verb: Sentence | null;
}

const bot = (title: string, kind: BotClass, colour: string, line: Sentence, verb: Sentence | null = null): Bot => ({ title, class: kind, colour, line, verb });

export const BOTS: Readonly<Record<string, Bot>> = {
  core: bot('Core', 'core', '#8fa3c8', sentence('No tricks at all.')),
  sidekick: bot('Sidekick', 'entry', '#f2b233', sentence('Slips under the card below it.')),
  stomp: bot('Stomp', 'attack', '#7cb35a', sentence('Attacks the same Stak until stopped.')),
  leader: bot('Leader', 'leader', '#f0c93a', sentence('As strong as its face-up group.')),
  bash: bot('Bash', 'damage', '#d9574a', sentence('Its hit also scraps the bottom card.')),
  bountiful: bot('Bountiful', 'entry', '#5bbf8a', sentence('You draw a card.')),
  spike: bot('Spike', 'damage', '#a86fd6', sentence('Its hit also scraps the card below.')),
  expel: bot('Expel', 'entry', '#4fa7d8', sentence('Name a player, who discards one.')),
  clumsy: bot('Clumsy', 'entry', '#e58a3c', sentence('Scraps the bottom card of its Stak.')),
  tranq: bot('Tranq', 'entry', '#7fd0c2', sentence('Resets another face-up card.'), sentence('Reset here')),
  shot: bot('Shot', 'entry', '#c4a24a', sentence('{shot} damage to a top card.'), sentence('Shoot it')),
  begone: bot('Begone', 'entry', '#6fb7e8', sentence('Another top card returns to hand.'), sentence('Send it back')),
  reaper: bot('Reaper', 'entry', '#6a6f95', sentence('Scraps another top card.'), sentence('Scrap it')),
  trip: bot('Trip', 'entry', '#ef7fa8', sentence('A top card falls one place.'), sentence('Trip it')),
  fatal: bot('Fatal', 'damage', '#3f8f5c', sentence('Whatever it hits is scrapped.')),
  pit: bot('Pit', 'entry', '#b98a5a', sentence('A top card goes to the bottom.'), sentence('Send it down')),
};

export const CLASS_WORDS: Readonly<Record<BotClass, Sentence>> = {
  entry: sentence('entry effect'),
  damage: sentence('when it hits'),
  attack: sentence('when it attacks'),
  leader: sentence('changing power'),
  core: sentence('no effect'),
};

/** One design of a card. A power below 0 is the size of the card's face-up group. */
export interface Print {
  bot: string;
  text: string;
  power: number;
  shot: number;
  rank: number;
  copies: number;
}

export const botOf = (print: Print | undefined): Bot => BOTS[print?.bot ?? ''] ?? BOTS['core']!;
export const titleOf = (print: Print | undefined): string => botOf(print).title;
export const lineOf = (print: Print): string => say({ ...botOf(print).line, values: { shot: print.shot } });
export const classOf = (print: Print | undefined): string => say(CLASS_WORDS[botOf(print).class]);
/** All that a card does, in the rules' words. */
export const textOf = ({ text }: Print): string => inGame('stakbots', 'card', text);
/** A power in words. */
export const strength = (power: number): string => (power < 0 ? t('of its group') : String(power));
export const powerWords = (power: number): string => (power < 0 ? '★' : String(power));

export function printsOf(info: GameInfo): Print[] {
  return (info.words.prints ?? []).map((print) => ({
    bot: String(print['bot']),
    text: String(print['text']),
    power: Number(print['power']),
    shot: Number(print['shot']),
    rank: Number(print['rank']),
    copies: Number(print['copies']),
  }));
}

/** A card in words, for screen readers. */
export const cardWords = (print: Print, power = print.power): string => t('{bot}, power {power}, {class}: {line}', { bot: titleOf(print), power: strength(power), class: classOf(print), line: lineOf(print) });
