/** A view of Mantis, read into Tanks and a Draw Pile, and small changes to it for the show. */
import type { Choice, Seat, View, Zone } from '../../lib/protocol';
import { cardFace, tripleOf, type Triple } from './cards';

export const DRAW_PILE = 0;
export const TANK = 1;
export const SCORE_PILE = 2;
export const UNSEEN = 3;

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
  const pile = view.zones.find((z) => z.zone === DRAW_PILE);
  const unseen = view.zones.find((z) => z.zone === UNSEEN);
  const top = pile?.groups[0];
  return {
    left: pile?.size ?? 0,
    back: top ? tripleOf(top[0]) : null,
    tanks: view.zones
      .filter((z) => z.zone === TANK)
      .map((z) => ({ seat: z.owner, groups: z.groups.map(([colour, n]) => ({ colour, n })), score: zoneOf(view, SCORE_PILE, z.owner)?.size ?? 0 })),
    target: view.facts['target'] ?? 10,
    turn: view.over ? -1 : (view.asks[0] ?? view.facts['turn'] ?? -1),
    isExtraTurn: (view.facts['extra turn'] ?? 0) !== 0,
    unseen: unseen ? new Map(unseen.groups.map(([face, n]) => [face, n])) : null,
  };
}

export function has(tank: Tank | undefined, colour: number): number {
  return tank?.groups.find((group) => group.colour === colour)?.n ?? 0;
}

/** Whose Tank a choice is made at: said by the choice itself, or by its notation; -1 if at none. */
function ownerOf(choice: Choice, me: Seat): Seat {
  if (choice.zone === TANK) return choice.owner;
  if (choice.notation === 'score') return me;
  const steal = /^steal (\d+)$/.exec(choice.notation);
  return steal ? Number(steal[1]) - 1 : -1;
}

/** The choice that a click on somebody's Tank makes. */
export function choiceAt(choices: readonly Choice[], seat: Seat, me: Seat): Choice | undefined {
  return choices.find((choice) => ownerOf(choice, me) === seat);
}

/** Choices that are nowhere on the table. */
export function otherChoices(choices: readonly Choice[], me: Seat): Choice[] {
  return choices.filter((choice) => ownerOf(choice, me) < 0);
}

// ------------------------------------------------------------------------------ changes
function change(view: View, zone: number, owner: Seat, how: (zone: Zone) => Zone): View {
  return { ...view, zones: view.zones.map((z) => (z.zone === zone && z.owner === owner ? how(z) : z)) };
}

/** Put cards of a colour into a Tank (or take them out). */
export function addToTank(view: View, seat: Seat, colour: number, n: number): View {
  return change(view, TANK, seat, (zone) => {
    const now = (zone.groups.find(([face]) => face === colour)?.[1] ?? 0) + n;
    const rest = zone.groups.filter(([face]) => face !== colour);
    const groups = now > 0 ? [...rest, [colour, now, 0] as [number, number, number]].sort((a, b) => a[0] - b[0]) : rest;
    return { ...zone, groups, size: Math.max(0, zone.size + n) };
  });
}

export function addToScore(view: View, seat: Seat, n: number): View {
  return change(view, SCORE_PILE, seat, (zone) => ({ ...zone, size: Math.max(0, zone.size + n) }));
}

export function takeFromPile(view: View, back: number, front: number): View {
  const pileless = { ...view, zones: view.zones.map((z) => (z.zone === DRAW_PILE ? { ...z, size: Math.max(0, z.size - 1), groups: [] } : z)) };
  const face = cardFace(back, front);
  return {
    ...pileless,
    zones: pileless.zones.map((z) =>
      z.zone === UNSEEN ? { ...z, groups: z.groups.map(([f, n, marks]): [number, number, number] => [f, f === face ? n - 1 : n, marks]).filter(([, n]) => n > 0) } : z,
    ),
  };
}

export function uncover(view: View, back: number): View {
  return { ...view, zones: view.zones.map((z) => (z.zone === DRAW_PILE ? { ...z, groups: [[back, 1, 0]] } : z)) };
}

export function giveTurn(view: View, seat: Seat, again: boolean): View {
  return { ...view, asks: [seat], facts: { ...view.facts, turn: seat, 'extra turn': again ? 1 : 0 }, choices: [] };
}
