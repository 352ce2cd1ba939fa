/** A game's options: the chosen values, those that can be chosen now, and their words. */
import { inGame, language } from '../language/language.svelte';
import type { GameInfo, Lobby, Option, Preset } from '../protocol';

export type Chosen = Record<string, number>;

export function defaultOf(option: Option, players: number): number {
  return option.defaults[String(players)] ?? option.default;
}

/** The rulebook's values for this many players. */
export function defaults(info: GameInfo, players: number): Chosen {
  return Object.fromEntries(info.options.map((option) => [option.key, defaultOf(option, players)]));
}

/** The presets that are possible for this many players. */
export function presetsFor(info: GameInfo, players: number): Preset[] {
  return (info.presets ?? []).filter((preset) => String(players) in preset.options);
}

/** All values of a preset, with the rulebook's for the rest. */
export function presetValues(info: GameInfo, players: number, title: string): Chosen {
  const preset = presetsFor(info, players).find((one) => one.title === title);
  return { ...defaults(info, players), ...preset?.options[String(players)] };
}

/** The options that apply now, by group. */
export function groupsOf(info: GameInfo, chosen: Chosen): { title: string; options: Option[] }[] {
  const groups: { title: string; options: Option[] }[] = [];
  for (const option of info.options.filter((one) => applies(one, chosen))) {
    const title = option.group ?? '';
    const last = groups.find((group) => group.title === title);
    if (last) last.options.push(option);
    else groups.push({ title, options: [option] });
  }
  return groups;
}

/** Whether an option applies with the other values chosen. */
export function applies(option: Option, chosen: Chosen): boolean {
  const holds = ([key, values]: [string, number[]]) => values.includes(chosen[key] ?? NaN);
  const ways = Object.entries(option.when_any);
  return Object.entries(option.when).every(holds) && (ways.length === 0 || ways.some(holds));
}

/** The values by name that can be picked; seats that the table does not have are left out. */
export function picks(game: string, option: Option, players: number): { value: number; title: string }[] {
  return Object.entries(option.values)
    .filter(([, value]) => option.unit !== 'seat' || value < players)
    .map(([word, value]) => ({ value, title: titled(said(game, option, word)) }));
}

/** The word for a value: "with-leaves" is said "with leaves". */
function said(game: string, { key }: Option, word: string): string {
  if (/^\d+$/.test(word)) return language.tongue.number(Number(word));
  return inGame(game, word === 'on' || word === 'off' ? 'value' : `value of ${key}`, word.replace(/-/g, ' '));
}

function titled(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function isSwitch(option: Option): boolean {
  const words = Object.keys(option.values);
  return words.length === 2 && words.includes('on') && words.includes('off');
}

export function valueWords(game: string, option: Option, value: number): string {
  const word = Object.entries(option.values).find(([, other]) => other === value)?.[0];
  return word ? said(game, option, word) : amountWords(game, option, value);
}

/** A number with an option's unit: cards, seconds. */
export function amountWords(game: string, { unit }: Option, n: number): string {
  return inGame(game, 'unit', /..s$/.test(unit) ? `{n:${unit.slice(0, -1)}}` : `{n} ${unit}`.trim(), { n });
}

/** What has to be sent: only values that differ from the rulebook's, and only options that apply. */
export function changed(info: GameInfo, players: number, chosen: Chosen): Chosen {
  return Object.fromEntries(
    info.options
      .filter((option) => applies(option, chosen))
      .map((option) => [option.key, chosen[option.key] ?? defaultOf(option, players)] as const)
      .filter(([key, value]) => value !== defaultOf(info.options.find((option) => option.key === key)!, players)),
  );
}

/** What is special at a table, in words. */
export function optionLines(info: GameInfo, lobby: Pick<Lobby, 'options' | 'players'>): string[] {
  return info.options
    .filter((option) => option.key in lobby.options && lobby.options[option.key] !== defaultOf(option, lobby.players))
    .map((option) => `${inGame(info.name, 'option', option.title)}: ${valueWords(info.name, option, lobby.options[option.key] ?? 0)}`);
}
