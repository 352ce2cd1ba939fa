/** The table in areas: the cards in each, and what can be chosen there. */
import { inGame } from '../../../lib/language/language.svelte';
import type { GameInfo, Mark, Seat, Verb, View, Zone } from '../../../lib/protocol';
import type { Choice } from '../../../lib/language/speaking';

/** Some cards that look the same; face -1 shows its back. */
export interface Card {
  face: number;
  n: number;
  marks: number;
  choices: Choice[];
}

export interface Area {
  id: string;
  zone: number;
  owner: Seat;
  words: string;
  size: number;
  /** From the top, as every game lays them. */
  cards: Card[];
  /** Whether they lie side by side, each in full sight. */
  isRow: boolean;
  /** How many lie under the open card of a pile that shows no other. */
  under: number;
  /** What can be chosen by clicking the area as a whole. */
  choices: Choice[];
}

export const BACK = -1;
const FEW = 7;
export const areaId = ({ zone, owner }: Pick<Zone, 'zone' | 'owner'>): string => `area-${zone}-${owner}`;

/** The card that a choice is about, or BACK if it is about none. */
export function faceIn(choice: Choice, { words }: GameInfo): number {
  const kinds = Object.entries(words.verbs.find(({ name }) => name === choice.verb)?.numbers ?? {});
  for (const [name, { kind, names = [] }] of kinds) {
    const number = choice.numbers[name] ?? BACK;
    if (kind === 'face') return number;
    const face = kind === 'name' ? words.faces.indexOf(names[number] ?? '') : BACK;
    if (face !== BACK) return face;
  }
  return BACK;
}

/** Whether a card is what a face names: it is that face, or another print of the same kind. */
function isKind(card: Card, face: number, { words }: GameInfo): boolean {
  if (card.face === face) return true;
  const [here, there] = [words.prints[card.face]?.['kind'], words.prints[face]?.['kind']];
  return here !== undefined && here === there;
}

const laidIn = ({ groups }: Zone): number => groups.reduce((sum, [, n]) => sum + n, 0);
const mostIn = ({ zone }: Zone, { words }: GameInfo): number => words.zones[zone]?.groups ?? 0;
const namesCard = ({ numbers }: Verb, faces: readonly string[]): boolean => Object.values(numbers).some(({ kind, names = [] }) => kind === 'face' || names.some((name) => faces.includes(name)));

/** Whether a shared zone is a few open cards side by side: they are chosen one by one, or there are never more. A pile that grows is not. */
export function isRow(zone: Zone, info: GameInfo): boolean {
  const { zones, verbs, faces } = info.words;
  const isOpen = laidIn(zone) === zone.size && zone.groups.every(([face]) => face !== BACK);
  const areChosen = verbs.some((verb) => zones[verb.zone] && zones[verb.zone]!.words === zones[zone.zone]?.words && namesCard(verb, faces));
  return zone.owner < 0 && isOpen && zone.size <= FEW && (areChosen || mostIn(zone, info) <= FEW);
}

/** How many cards lie under the open top of a pile that lays only its top; a hand of which one card is known is no such pile. */
export function underTop(zone: Zone, info: GameInfo): number {
  const showsTop = zone.groups.length === 1 && zone.groups[0]![0] !== BACK && (zone.owner < 0 || mostIn(zone, info) === 1);
  return showsTop ? Math.max(0, zone.size - laidIn(zone)) : 0;
}

function cardsIn(zone: Zone, info: GameInfo): Card[] {
  const cards: Card[] = [];
  const unseen = zone.size - laidIn(zone) - underTop(zone, info);
  for (const [face, n, marks] of unseen > 0 ? [...zone.groups, [BACK, unseen, 0] as const] : zone.groups) {
    const last = cards[cards.length - 1];
    if (last?.face === face && last.marks === marks) last.n += n;
    else cards.push({ face, n, marks, choices: [] });
  }
  return cards;
}

/** Puts every choice where it can be clicked: on the cards that it names, or on the area. */
function point(area: Area, choices: readonly Choice[], info: GameInfo): void {
  for (const choice of choices) {
    if (choice.zone !== area.zone || choice.owner !== area.owner) continue;
    const face = faceIn(choice, info);
    const named = face === BACK ? [] : area.cards.filter((card) => isKind(card, face, info));
    if (named.length === 0) area.choices.push(choice);
    for (const card of named) card.choices.push(choice);
  }
}

export function areasOf(view: View, info: GameInfo, choices: readonly Choice[]): Area[] {
  return view.zones.map((zone) => {
    const words = inGame(info.name, 'zone', info.words.zones[zone.zone]?.words ?? '');
    const area: Area = { id: areaId(zone), zone: zone.zone, owner: zone.owner, words, size: zone.size, cards: cardsIn(zone, info), isRow: isRow(zone, info), under: underTop(zone, info), choices: [] };
    point(area, choices, info);
    return area;
  });
}

/** The choices that can be made by clicking on the table. */
export function pointedAt(areas: readonly Area[]): Set<number> {
  return new Set(areas.flatMap((area) => [...area.choices, ...area.cards.flatMap((card) => card.choices)]).map(({ action }) => action));
}

/** Whether cards are played from a zone; cards that are only kept there need less room. If no verb says where, all count. */
export function isPlayedFrom(zone: number, { words }: GameInfo): boolean {
  const wordsOf = (number: number): string | undefined => words.zones[number]?.words;
  const named = words.verbs.filter((verb) => words.zones[verb.zone]?.owned);
  return named.length === 0 || named.some((verb) => wordsOf(verb.zone) === wordsOf(zone));
}

export function faceWords(face: number, info: GameInfo): string {
  return face in info.words.faces ? inGame(info.name, 'face', info.words.faces[face]!) : '';
}

const amountOf = (marks: number, { shift, bits }: Mark): number => (marks >>> shift) & (2 ** bits - 1);

/** What a card is marked with, in words. */
export function markWords(marks: number, info: GameInfo): string[] {
  return info.words.marks.flatMap((mark) => {
    const amount = amountOf(marks, mark);
    if (amount === 0) return [];
    const words = inGame(info.name, 'mark', mark.words);
    return [mark.bits === 1 ? words : `${words} ${amount}`];
  });
}
