/** The sixteen bots as they are drawn; what is printed on a card is the room's to say. */
import type { GameInfo } from '../../lib/protocol';

export type BotClass = 'entry' | 'damage' | 'attack' | 'leader' | 'core';

export interface Bot {
  title: string;
  class: BotClass;
  colour: string;
  /** What it does, short enough for its card. */
  line: string;
  /** What is done to the card that it is aimed at. */
  verb: string;
}

const bot = (title: string, kind: BotClass, colour: string, line: string, verb = ''): Bot => ({ title, class: kind, colour, line, verb });

export const BOTS: Readonly<Record<string, Bot>> = {
  core: bot('Core', 'core', '#8fa3c8', 'No tricks at all.'),
  sidekick: bot('Sidekick', 'entry', '#f2b233', 'Slips under the card below it.'),
  stomp: bot('Stomp', 'attack', '#7cb35a', 'Attacks the same Stak until stopped.'),
  leader: bot('Leader', 'leader', '#f0c93a', 'As strong as its face-up group.'),
  bash: bot('Bash', 'damage', '#d9574a', 'Its hit also scraps the bottom card.'),
  bountiful: bot('Bountiful', 'entry', '#5bbf8a', 'You draw a card.'),
  spike: bot('Spike', 'damage', '#a86fd6', 'Its hit also scraps the card below.'),
  expel: bot('Expel', 'entry', '#4fa7d8', 'Name a player, who discards one.'),
  clumsy: bot('Clumsy', 'entry', '#e58a3c', 'Scraps the bottom card of its Stak.'),
  tranq: bot('Tranq', 'entry', '#7fd0c2', 'Resets another face-up card.', 'Reset here'),
  shot: bot('Shot', 'entry', '#c4a24a', '{shot} damage to a top card.', 'Shoot it'),
  begone: bot('Begone', 'entry', '#6fb7e8', 'Another top card returns to hand.', 'Send it back'),
  reaper: bot('Reaper', 'entry', '#6a6f95', 'Scraps another top card.', 'Scrap it'),
  trip: bot('Trip', 'entry', '#ef7fa8', 'A top card falls one place.', 'Trip it'),
  fatal: bot('Fatal', 'damage', '#3f8f5c', 'Whatever it hits is scrapped.'),
  pit: bot('Pit', 'entry', '#b98a5a', 'A top card goes to the bottom.', 'Send it down'),
};

export const CLASS_WORDS: Readonly<Record<BotClass, string>> = {
  entry: 'entry effect',
  damage: 'when it hits',
  attack: 'when it attacks',
  leader: 'changing power',
  core: 'no effect',
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
export const lineOf = (print: Print): string => botOf(print).line.replace('{shot}', String(print.shot));
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

/** A card in words, for who cannot see it. */
export function cardWords(print: Print, power = print.power): string {
  const { title, class: kind } = botOf(print);
  return `${title}, power ${power < 0 ? 'of its group' : power}, ${CLASS_WORDS[kind]}: ${lineOf(print)}`;
}
