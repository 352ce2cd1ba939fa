/** From the lines of a move to beats: what is shown, in which order, and what the table looks like after each. */
import type { Group, Line, Seat, View, Zone } from '../../lib/protocol';
import type { Beat } from '../types';
import { CHOSEN, DAMAGE, DRAFT, FACE_UP, HAND, HAPPENING, HEAP, KNOWN, STAGES, SUPPLY, TIRED, WAITING } from './model';

export const eventOf = (line: Line): string => line.event.toLowerCase().replace(/[\s-]+/g, '_');

/** What happens at the same time is one beat. */
const TOGETHER = new Set(['struck', 'scrapped', 'turned_up', 'triggered', 'hand_shown', 'dealt', 'teamed', 'won', 'drawn']);

export function plan(lines: Line[], _view: View): Beat[] {
  const beats: Beat[] = [];
  for (const line of lines) {
    const kind = eventOf(line);
    const last = beats[beats.length - 1];
    if (last && last.kind === kind && TOGETHER.has(kind)) last.lines.push(line);
    else beats.push({ kind, lines: [line] });
  }
  return beats;
}

export function patch(view: View, beat: Beat): View {
  return beat.lines.reduce((now, line) => (CHANGES[eventOf(line)] ?? same)(now, line.numbers), view);
}

/** A table of Stak Bots has no short way to be dealt: it is simply there. */
export const blank = (): View | null => null;

// ------------------------------------------------------------------------------ changes of a view
type Numbers = Record<string, number>;
type Change = (view: View, numbers: Numbers) => View;
const same: Change = (view) => view;

function change(view: View, zone: number, owner: Seat, how: (zone: Zone) => Zone): View {
  return { ...view, zones: view.zones.map((z) => (z.zone === zone && z.owner === owner ? how(z) : z)) };
}

function facts(view: View, changed: Numbers): View {
  return { ...view, facts: { ...view.facts, ...changed } };
}

const restack = (zone: Zone, groups: Group[]): Zone => ({ ...zone, groups, size: groups.length });

/** Change the cards of one Stak. */
function inStak(view: View, { seat = -1, stak = 0 }: Numbers, how: (groups: Group[]) => Group[]): View {
  return change(view, stak, seat, (zone) => restack(zone, how(zone.groups)));
}

/** Put so many cards of a face into a pile, or take them out: first those that everybody knows. */
function count(zone: Zone, face: number, n: number, marks = 0): Zone {
  const alike = zone.groups.filter((group) => group[0] === face);
  const found = n > 0 ? alike.find((group) => group[2] === marks) : alike[alike.length - 1];
  const rest = zone.groups.filter((group) => group !== found);
  const now = (found?.[1] ?? 0) + n;
  const groups = now > 0 ? [...rest, [face, now, found?.[2] ?? marks] as Group].sort((a, b) => a[0] - b[0] || a[2] - b[2]) : rest;
  return { ...zone, groups, size: Math.max(0, zone.size + n) };
}

/** The pile of a seat, or the one that all share. */
function inPile(view: View, zone: number, seat: Seat, how: (zone: Zone) => Zone): View {
  const shared = view.zones.some((z) => z.zone === zone && z.owner === -1);
  return change(view, zone, shared ? -1 : seat, how);
}

const toHeap = (view: View, seat: Seat, face: number): View => facts(inPile(view, HEAP, seat, (zone) => count(zone, face, 1)), { fed: (view.facts['fed'] ?? 0) + 1 });

/** Take a card out of a hand, whether we know the hand or not. */
function fromHand(view: View, seat: Seat, face: number): View {
  return change(view, HAND, seat, (zone) => (zone.groups.some((group) => group[0] === face) ? count(zone, face, -1) : { ...zone, size: Math.max(0, zone.size - 1) }));
}

const without = (groups: Group[], i: number): Group[] => (i < 0 ? groups : groups.filter((_, n) => n !== i));
const moved = (groups: Group[], i: number, to: number): Group[] => {
  const card = groups[i];
  const rest = without(groups, i);
  return card ? [...rest.slice(0, to), card, ...rest.slice(to)] : groups;
};
const marked = (groups: Group[], set: number, clear = 0): Group[] => groups.map(([face, n, marks], i): Group => [face, n, i === 0 ? (marks | set) & ~clear : marks]);
const everywhere = (view: View, how: (marks: number) => number): View => ({
  ...view,
  zones: view.zones.map((zone) => (zone.zone < HAND ? { ...zone, groups: zone.groups.map(([face, n, marks]): Group => [face, n, how(marks)]) } : zone)),
});

/** Where in a Stak a card lies that is scrapped for this reason. */
function placeOf(groups: Group[], card: number, why: number): number {
  const [byBash, bySpike, byClumsy] = [3, 4, 5];
  if (why === byBash || why === byClumsy) return groups.length - 1;
  const isHurt = ((groups[0]?.[2] ?? 0) >> 8) % 256 > 0; // the card that Spike hit, if it is still there
  if (why === bySpike) return isHurt ? 1 : 0;
  const up = groups.findIndex(([face, , marks]) => face === card && marks & FACE_UP);
  return up < 0 ? 0 : up;
}

const hurt: Change = (view, { damage = 0, ...at }) => inStak(view, at, (groups) => groups.map(([face, n, marks], i): Group => [face, n, i === 0 ? marks + damage * DAMAGE : marks]));

/** Who fights is the attacker of its Stak for this turn. */
function choose(view: View): View {
  const [each = 1, attacking = -1] = [view.facts['staks each'], view.facts['attacking']];
  return attacking < 0 ? view : inStak(view, { seat: Math.floor(attacking / each), stak: attacking % each }, (groups) => marked(groups, CHOSEN));
}

const CHANGES: Readonly<Record<string, Change>> = {
  turned_up: (view, at) => inStak(view, at, (groups) => groups.map((group, i): Group => (i === 0 ? [at['card'] ?? -1, 1, FACE_UP] : group))),
  turn_began: (view, { seat = -1 }) => facts(view, { turn: seat, fed: 0 }),
  turn_ended: (view) => facts(everywhere(view, (marks) => marks & ~(CHOSEN | TIRED | (255 * DAMAGE))), { 'spent staks': 0 }),
  drew: (view, { seat = -1 }) => change(inPile(view, SUPPLY, seat, (zone) => ({ ...zone, size: Math.max(0, zone.size - 1) })), HAND, seat, (zone) => ({ ...zone, size: zone.size + 1 })),
  drew_card: (view, { seat = -1, card = -1 }) => change(view, HAND, seat, (zone) => ({ ...count(zone, card, 1), size: zone.size })),
  reshuffled: (view, { seat = -1, n = 0 }) => inPile(inPile(view, HEAP, seat, (zone) => ({ ...zone, size: 0, groups: [] })), SUPPLY, seat, (zone) => ({ ...zone, size: zone.size + n })),
  held: (view, { card = -1 }) => facts(view, { stage: STAGES.indexOf('placing'), 'acting card': card }),
  played: (view, { seat = -1, card = -1, target = -1, stak = 0 }) => {
    const after = facts(fromHand(view, seat, card), { stage: STAGES.indexOf('acting') });
    return inStak(after, { seat: target, stak }, (groups) => [[card, 1, FACE_UP], ...groups]);
  },
  scrapped: (view, at) => toHeap(inStak(view, at, (groups) => without(groups, placeOf(groups, at['card'] ?? -1, at['why'] ?? 0))), at['seat'] ?? -1, at['card'] ?? -1),
  discarded: (view, { seat = -1, card = -1 }) => toHeap(fromHand(view, seat, card), seat, card),
  hand_shown: (view, { seat = -1, card = -1 }) => inPile(fromHand(view, seat, card), HEAP, seat, (zone) => count(zone, card, 1)),
  attacked: (view, { seat = -1, stak = 0, target = -1, its = 0 }) => {
    const each = view.facts['staks each'] ?? 1;
    return facts(view, { attacking: seat * each + stak, attacked: target * each + its });
  },
  cancelled: (view) => facts(view, { attacking: -1, attacked: -1 }),
  struck: (view, numbers) => hurt(choose(view), numbers),
  shot_at: hurt,
  attack_spent: (view, at) => inStak(view, at, (groups) => marked(groups, TIRED, CHOSEN)),
  triggered: (view, at) => inStak(view, at, (groups) => marked(groups, WAITING)),
  effect: (view, at) => facts(inStak(everywhere(view, (marks) => marks & ~HAPPENING), at, (groups) => marked(groups, HAPPENING, WAITING)), { 'acting card': at['card'] ?? -1, 'acting stak': (at['seat'] ?? 0) * (view.facts['staks each'] ?? 1) + (at['stak'] ?? 0) }),
  fell: (view, at) => inStak(view, at, (groups) => moved(groups, 0, 1)),
  sent_down: (view, at) => inStak(view, at, (groups) => moved(groups, 0, groups.length - 1)),
  reset: (view, at) => inStak(view, at, (groups) => {
    const i = groups.findIndex(([face, , marks]) => face === at['card'] && marks & FACE_UP && !(marks & HAPPENING));
    return groups.map((group, n): Group => (n === i ? [group[0], 1, 0] : group));
  }),
  returned: (view, { seat = -1, card = -1, target = -1, stak = 0 }) => change(inStak(view, { seat: target, stak }, (groups) => without(groups, 0)), HAND, seat, (zone) => count(zone, card, 1, KNOWN)),
  picked: (view, { seat = -1, card = -1 }) => inPile(change(view, DRAFT, -1, (zone) => count(zone, card, -1)), SUPPLY, seat, (zone) => ({ ...zone, size: zone.size + 1 })),
  out: (view, { seat = 0 }) => facts(view, { out: (view.facts['out'] ?? 0) | (1 << seat) }),
};
