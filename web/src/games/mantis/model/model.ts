/** A view of Mantis, read into Tanks and a Draw Pile. */
import type { Seat, View, Zone } from '../../../lib/protocol';
import type { Choice } from '../../../lib/language/speaking';
import { tripleOf, type Triple } from '../cards/cards';
import { ZONE } from './names';

export interface Cards {
  colour: number;
  n: number;
}

export interface Tank {
  seat: Seat;
  groups: Cards[];
  score: number;
}

export interface Model {
  left: number;
  back: Triple | null;
  tanks: Tank[];
  target: number;
  turn: Seat;
  isExtraTurn: boolean;
  unseen: Map<number, number> | null;
}

const zoneOf = (view: View, zone: number, owner: Seat): Zone | undefined => view.zones.find((z) => z.zone === zone && z.owner === owner);

export function modelOf(view: View): Model {
  const pile = view.zones.find((z) => z.zone === ZONE.drawPile);
  const unseen = view.zones.find((z) => z.zone === ZONE.unseen);
  const top = pile?.groups[0];
  return {
    left: pile?.size ?? 0,
    back: top ? tripleOf(top[0]) : null,
    tanks: view.zones
      .filter((z) => z.zone === ZONE.tank)
      .map((z) => ({ seat: z.owner, groups: z.groups.map(([colour, n]) => ({ colour, n })), score: zoneOf(view, ZONE.scorePile, z.owner)?.size ?? 0 })),
    target: view.facts['target'] ?? 10,
    turn: view.over ? -1 : (view.facts['turn'] ?? -1),
    isExtraTurn: (view.facts['extra turn'] ?? 0) !== 0,
    unseen: unseen ? new Map(unseen.groups.map(([face, n]) => [face, n])) : null,
  };
}

export function has(tank: Tank | undefined, colour: number): number {
  return tank?.groups.find((group) => group.colour === colour)?.n ?? 0;
}

/** The choice that a click on somebody's Tank makes. */
export function choiceAt(choices: readonly Choice[], seat: Seat): Choice | undefined {
  return choices.find((choice) => choice.zone === ZONE.tank && choice.owner === seat);
}

/** Choices that are nowhere on the table. */
export function otherChoices(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => choice.zone !== ZONE.tank);
}
