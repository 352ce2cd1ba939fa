/** How the beats of a race look: piles jump, cards land, flags say who took what from whom. All at once if need be. */
import { tick } from 'svelte';
import { t } from '../../../lib/language/language.svelte';
import type { Seat } from '../../../lib/protocol';
import type { Mark, Scene } from '../../../lib/table/scene.svelte';
import { play } from '../../../lib/table/sound';
import type { Spot, Stage } from '../../../lib/table/stage';
import { BACK, drawing, hexOf } from '../cards/cards.svelte';
import type { RuckusBeat } from './plan';

export const pileAt = (seat: Seat, design: number): string => `pile-${seat}-${design}`;
export const heldAt = (design: number): string => `held-${design}`;
export const handAt = (seat: Seat): string => `hand-${seat}`;
/** Where somebody's RUCKUS! is shown. */
export const SHOUT = 'shout';

/** How long a flag stays. */
const FLAG = 2600;
const MOST_FLYERS = 4;

type Of<K extends RuckusBeat['kind']> = Extract<RuckusBeat, { kind: K }>;

export async function perform(beat: RuckusBeat, scene: Scene, stage: Stage): Promise<void> {
  const me = scene.view?.viewer ?? -1;
  switch (beat.kind) {
    case 'deal':
      return deal(beat, me, scene, stage);
    case 'lay':
      return lay(beat, me, scene, stage);
    case 'steal':
      return steal(beat, me, scene, stage);
    case 'build':
      return build(beat, me, scene, stage);
    case 'late':
      play('refuse');
      mark(scene, { at: heldAt(beat.design), look: 'no', flag: t('too late') });
      return;
    case 'out':
      return out(beat, scene, stage);
    case 'scores':
      play('score', 5);
  }
}

/** Light something for a while; a newer flag replaces an older one. */
function mark(scene: Scene, made: Mark, ms = FLAG): void {
  scene.marks = [...scene.marks.filter((old) => old.at !== made.at), made];
  setTimeout(() => (scene.marks = scene.marks.filter((one) => one !== made)), ms);
}

const cardIn = (spot: Spot): Spot => {
  const w = Math.min(spot.w, spot.h / 1.4);
  return { x: spot.x + (spot.w - w) / 2, y: spot.y + (spot.h - w * 1.4) / 2, w, h: w * 1.4 };
};

/** Where a card comes from: its place in our own hand, or somewhere in another's. */
const spotInHand = (seat: Seat, design: number, me: Seat, stage: Stage): Spot | null => (seat === me ? stage.spot(heldAt(design)) : null) ?? stage.spot(handAt(seat));

/** Cards of one design fly to their place in the new view, which is faint until they land. */
async function fly(design: number, n: number, from: Spot | null, at: string, stage: Stage, scene: Scene, { ms = 340, delay = 0 } = {}): Promise<void> {
  await tick();
  const to = stage.spot(at);
  if (!from || !to || stage.tempo === 0) return;
  const [start, end] = [cardIn(from), cardIn(to)];
  scene.hide([at]);
  const flyers = Array.from({ length: Math.min(n, MOST_FLYERS) }, (_, i) => stage.flyer(drawing(design), null, { ...start, x: start.x + 3 * i, y: start.y + 3 * i }, end.w > start.w ? end : start));
  try {
    await Promise.all(flyers.map((flyer, i) => flyer.to(end, { ms, delay: delay + 30 * i, lift: 46, spin: i % 2 ? -9 : 9 })));
  } finally {
    for (const flyer of flyers) flyer.remove();
    scene.unhide([at]);
  }
}

async function deal(beat: Of<'deal'>, me: Seat, scene: Scene, stage: Stage): Promise<void> {
  const deck = stage.spot('deck');
  await tick();
  play('slide');
  const flights: Promise<void>[] = [];
  for (const [i, { seat, n }] of beat.hands.entries()) {
    if (seat !== me) flights.push(fly(BACK, Math.min(n, 3), deck, handAt(seat), stage, scene, { delay: 40 * i }));
  }
  for (const [i, design] of beat.yours.entries()) {
    const at = stage.find(heldAt(design)) ? heldAt(design) : handAt(me);
    flights.push(fly(design, 1, deck, at, stage, scene, { delay: 60 * i }));
    if (!beat.isFirst && at !== handAt(me)) mark(scene, { at, look: 'last', flag: t('new') });
  }
  await Promise.all(flights);
  play('land');
}

async function lay(beat: Of<'lay'>, me: Seat, scene: Scene, stage: Stage): Promise<void> {
  const at = pileAt(beat.seat, beat.design);
  const from = spotInHand(beat.seat, beat.design, me, stage);
  mark(scene, { at, look: 'last' });
  await fly(beat.design, beat.n, from, at, stage, scene, { delay: beat.fromDeal ? 320 : 0 });
  play('land');
}

/** A pile jumps from one player to another, and the single that took it comes along. */
async function steal(beat: Of<'steal'>, me: Seat, scene: Scene, stage: Stage): Promise<void> {
  const at = pileAt(beat.seat, beat.design);
  const from = stage.spot(pileAt(beat.target, beat.design));
  const single = spotInHand(beat.seat, beat.design, me, stage);
  play(beat.seat === me ? 'grab' : beat.target === me ? 'robbed' : 'slide');
  mark(scene, beat.target === me ? { at, look: 'no', flag: t('from you!') } : { at, look: 'last', about: beat.target });
  stage.shake(`mat-${beat.target}`);
  await Promise.all([fly(beat.design, Math.max(1, beat.size - 1), from, at, stage, scene, { ms: 420 }), fly(beat.design, 1, single, at, stage, scene, { ms: 300 })]);
  stage.bump(at, 1.18);
  play('land');
}

async function build(beat: Of<'build'>, me: Seat, scene: Scene, stage: Stage): Promise<void> {
  const at = pileAt(beat.seat, beat.design);
  const from = spotInHand(beat.seat, beat.design, me, stage);
  mark(scene, { at, look: 'last', flag: '+1' });
  await fly(beat.design, 1, from, at, stage, scene, { ms: 300 });
  stage.bump(at, 1.12);
  play('land');
}

async function out(beat: Of<'out'>, scene: Scene, stage: Stage): Promise<void> {
  play('ruckus');
  mark(scene, { at: SHOUT, look: 'last', about: beat.seat }, 1800);
  const mat = stage.spot(`mat-${beat.seat}`);
  if (mat) stage.burst(mat, ['#ffcf6b', '#ff6b57', '#5ad1c8', '#fff6e5', hexOf(1)], 26, 190);
}
