/** How the beats of Tuck It move: cards slide onto the pile, Stacks turn over, the clockwork reverses, the die rolls. */
import { mount } from 'svelte';
import { say, sentence, t, type Sentence } from '../../../lib/language/language.svelte';
import type { View } from '../../../lib/protocol';
import type { Scene } from '../../../lib/table/scene.svelte';
import { play } from '../../../lib/table/sound';
import { centred, type Flyer, type Spot, type Stage } from '../../../lib/table/stage';
import { between } from '../../../lib/table/views';
import CardView from '../cards/CardView.svelte';
import { kindOf } from '../cards/cards';
import { isPile, leftBy, sizeOf, STACKS } from '../model/model';
import { ZONE, type EventName } from '../model/names';
import type { TuckItBeat } from './plan';

type Of<K extends TuckItBeat['kind']> = Extract<TuckItBeat, { kind: K }>;
const CARD_LIKE: Spot = { x: 0, y: 0, w: 100, h: 140 };
const MOST_FLYERS = 5;

/** A word over a seat's Stacks. */
const FLAGS: Partial<Record<EventName, Sentence>> = {
  tied: sentence('tied'), starts: sentence('starts'), skipped: sentence('skipped'), declined: sentence('does not play'), 'four of a kind': sentence('four of a kind!'), 'stacks ready': sentence('ready'),
  'chose reveal': sentence('has chosen'), 'no flip': sentence('flips nothing'), 'took no top': sentence('takes nothing'), won: sentence('wins!'),
};
const flagOf = ({ event }: Of<'flag'>): string => say(FLAGS[event] ?? event, 'tuckit');
const isOneOf = ({ event }: Of<'flag'>, ...events: EventName[]): boolean => events.includes(event);

export const stackAt = (seat: number, number: number): string => `stack-${seat}-${number}`;
export const handAt = (seat: number): string => `hand-${seat}`;

/** The card that was turned over from the Draw Pile waits here for the beat that says where it goes. */
let inAir: Flyer | null = null;

/** The table after a beat. */
const afterOf = (beat: TuckItBeat, scene: Scene): View => beat.lines[beat.lines.length - 1]?.after ?? scene.view!;

/** A card to fly with; its back if the face is not known. */
function drawing(face: number): HTMLElement {
  const holder = document.createElement('div');
  holder.style.setProperty('--w', '100%');
  mount(CardView, { target: holder, props: { kind: kindOf(face) } });
  return holder;
}

function cardSpot(stage: Stage, name: string): Spot | null {
  const spot = stage.spot(name);
  if (!spot) return null;
  const w = Math.min(spot.w, (spot.h * CARD_LIKE.w) / CARD_LIKE.h);
  return centred(spot, Math.max(18, w), CARD_LIKE);
}

function launch(stage: Stage, from: string, face: number, biggest: string, back = -1): Flyer | null {
  const [start, end] = [cardSpot(stage, from), cardSpot(stage, biggest)];
  return start ? stage.flyer(drawing(face), drawing(back), start, end && end.w > start.w ? end : start) : null;
}

function land(): void {
  inAir?.remove();
  inAir = null;
}

export async function perform(beat: TuckItBeat, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.kind === 'turn' ? '' : (beat.lines[0]?.words ?? '');
  scene.marks = [];
  switch (beat.kind) {
    case 'deal':
      return deal(beat, scene, stage);
    case 'show':
    case 'turn up':
      return turnUpCards(beat, scene, stage);
    case 'play':
      return playCard(beat, scene, stage);
    case 'reveal':
      return reveal(beat, stage);
    case 'take revealed':
      return settle(stage, handAt(beat.seat));
    case 'trash revealed':
      return settle(stage, 'trash');
    case 'take pile':
      play('steal');
      return movePile(beat, handAt(beat.seat), scene, stage);
    case 'trash':
      play('score');
      return movePile(beat, 'trash', scene, stage);
    case 'tuck':
      return tuck(beat, scene, stage);
    case 'draw':
      return draw(beat, stage);
    case 'take top':
      return carry(stage, stackAt(beat.seat, beat.number), handAt(beat.seat), beat.face);
    case 'flip':
      return flip(beat, scene, stage);
    case 'roll':
      return roll(beat, scene, stage);
    case 'way':
      return turnRound(beat, scene, stage);
    case 'strike':
      play('miss');
      stage.shake(`seat-${beat.seat}`);
      return carry(stage, 'pile', 'trash', -1);
    case 'flag':
      return raise(beat, scene, stage);
    case 'say':
      return stage.sleep(beat.lines[0]?.event === 'phase two' ? 900 : 120);
    default:
  }
}

/** Backs fly from the Draw Pile to everybody, round by round. */
async function deal(beat: Of<'deal'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = t('Dealing');
  await scene.set(undealt(scene.view!));
  const flights: Promise<void>[] = [];
  for (let round = 0; round < 3; round++) {
    for (const seat of beat.seats) {
      flights.push(carry(stage, 'draw', handAt(seat), -1, 340));
      play('slide');
      await stage.sleep(70);
    }
  }
  await Promise.all(flights);
  await scene.set(afterOf(beat, scene));
}

/** All cards still in the Draw Pile: the room begins when the first of them are dealt. */
function undealt(view: View): View {
  const size = view.zones.reduce((n, zone) => n + zone.size, 0);
  return { ...view, zones: view.zones.map((zone) => ({ ...zone, size: zone.zone === ZONE.drawPile ? size : 0, groups: [] })) };
}

async function carry(stage: Stage, from: string, to: string, face: number, ms = 360, delay = 0): Promise<void> {
  const end = cardSpot(stage, to);
  const flyer = launch(stage, from, face, to);
  if (!flyer || !end) return flyer?.remove();
  await flyer.to(end, { ms, delay, lift: 46, spin: 9 });
  flyer.remove();
}

/** Top cards turn face up in place. */
async function turnUpCards(beat: Of<'show'> | Of<'turn up'>, scene: Scene, stage: Stage): Promise<void> {
  play('flip');
  const flyers = await Promise.all(
    beat.cards.map(async ({ seat, number, face }) => {
      const at = number < STACKS ? stackAt(seat, number) : handAt(seat);
      const flyer = launch(stage, at, -1, at, face);
      await flyer?.turn(420);
      return flyer;
    }),
  );
  await scene.set(afterOf(beat, scene));
  if (beat.kind === 'show') await stage.sleep(380);
  for (const flyer of flyers) flyer?.remove();
}

/** Where a card is that is about to be played; from the Draw Pile it is in the air already. */
function startOf(beat: Of<'play'>, before: View, after: View, stage: Stage): string | null {
  const place = leftBy(before, after);
  if (!place || place.zone === ZONE.drawPile) return null;
  const own = `card-${beat.seat}-${kindOf(beat.face)?.letters ?? ''}`;
  if (place.zone === ZONE.hand) return stage.find(own) ? own : handAt(beat.seat);
  return stackAt(beat.seat, place.zone - ZONE.stack1);
}

/** The card goes onto the pile, or a Skip card into the trash. */
async function playCard(beat: Of<'play'>, scene: Scene, stage: Stage): Promise<void> {
  const [before, after] = [scene.view!, afterOf(beat, scene)];
  const isTrashed = sizeOf(after, ZONE.trashPile) > sizeOf(before, ZONE.trashPile);
  const from = startOf(beat, before, after, stage);
  const to = cardSpot(stage, isTrashed ? 'trash' : 'pile');
  const flyer = from === null ? inAir : launch(stage, from, beat.face, 'pile');
  await scene.set({ ...between(before, after, isPile), facts: before.facts });
  play('slide');
  if (flyer && to) await flyer.to(to, { ms: 380, lift: 34, spin: beat.seat % 2 ? -7 : 7 });
  play('land');
  await scene.set(after);
  flyer?.remove();
  inAir = null;
  scene.marks = [{ at: 'pile', look: 'last' }];
  await stage.sleep(150);
}

/** The top card of the Draw Pile comes up and turns over, and everybody looks at it. */
async function reveal(beat: Of<'reveal'>, stage: Stage): Promise<void> {
  land();
  const [from, pile] = [cardSpot(stage, 'draw'), cardSpot(stage, 'pile')];
  if (!from || !pile) return;
  inAir = stage.flyer(drawing(-1), drawing(beat.face), from, pile.w > from.w ? pile : from);
  play('slide');
  await inAir.to({ ...pile, x: (from.x + pile.x) / 2, y: Math.min(from.y, pile.y) - 12 }, { ms: 340, lift: 20 });
  play('flip');
  await inAir.turn(420);
  await stage.sleep(420);
}

async function settle(stage: Stage, to: string): Promise<void> {
  const end = cardSpot(stage, to);
  if (inAir && end) await inAir.to(end, { ms: 360, lift: 24 });
  land();
}

async function movePile(beat: Of<'take pile'> | Of<'trash'>, to: string, scene: Scene, stage: Stage): Promise<void> {
  const flights = Array.from({ length: Math.min(beat.n, MOST_FLYERS) }, (_, i) => carry(stage, 'pile', to, -1, 460, i * 60));
  await scene.set(afterOf(beat, scene));
  await Promise.all(flights);
  stage.bump(to, 1.08);
  if (beat.kind === 'take pile' && beat.n > 0) scene.marks = [{ at: handAt(beat.seat), look: 'no', flag: `+${beat.n}` }];
  await stage.sleep(280);
}

async function tuck(beat: Of<'tuck'>, scene: Scene, stage: Stage): Promise<void> {
  play('slide');
  await carry(stage, handAt(beat.seat), stackAt(beat.seat, beat.number), beat.face, 400);
  await scene.set(afterOf(beat, scene));
  scene.marks = [{ at: stackAt(beat.seat, beat.number), look: 'last', flag: t('tucked') }];
  stage.bump(stackAt(beat.seat, beat.number), 1.06);
  await stage.sleep(180);
}

async function draw(beat: Of<'draw'>, stage: Stage): Promise<void> {
  play('slide');
  await Promise.all(Array.from({ length: beat.n }, (_, i) => carry(stage, 'draw', handAt(beat.seat), -1, 300, i * 90)));
}

/** A whole Stack turns over. */
async function flip(beat: Of<'flip'>, scene: Scene, stage: Stage): Promise<void> {
  const at = stackAt(beat.owner, beat.number);
  scene.marks = [{ at, look: 'wait', flag: t('flipped') }];
  await stage.sleep(200);
  play('flip');
  const stack = stage.find(at);
  if (stack) await stage.run(stack, [{ transform: 'perspective(600px) rotateX(0)' }, { transform: 'perspective(600px) rotateX(90deg) scale(1.15)' }], { duration: 240, easing: 'ease-in' });
  await scene.set(afterOf(beat, scene));
  const turned = stage.find(at);
  if (turned) await stage.run(turned, [{ transform: 'perspective(600px) rotateX(-90deg) scale(1.15)' }, { transform: 'perspective(600px) rotateX(0)' }], { duration: 300, easing: 'cubic-bezier(.2, 1.4, .4, 1)' });
  scene.marks = [{ at, look: 'last', flag: t('flipped') }];
  await stage.sleep(360);
}

async function roll(beat: Of<'roll'>, scene: Scene, stage: Stage): Promise<void> {
  const die = stage.find('die');
  if (!die) return;
  const tumble = stage.run(die, [{ transform: 'none' }, { transform: 'translateY(-34px) rotate(250deg) scale(1.2)', offset: 0.4 }, { transform: 'translateY(4px) rotate(540deg)', offset: 0.8 }, { transform: 'rotate(720deg)' }], { duration: 760, easing: 'cubic-bezier(.3, .2, .3, 1)' });
  for (let i = 0; i < 6; i++) {
    await scene.set({ ...scene.view!, facts: { ...scene.view!.facts, die: i === 5 ? beat.pips : 1 + ((beat.pips + 2 * i) % 6) } });
    play('drum', i);
    await stage.sleep(110);
  }
  await tumble;
  play('land');
  scene.marks = [{ at: 'die', look: 'last', flag: String(beat.pips) }];
  await stage.sleep(320);
}

/** The ring around the pile turns over. */
async function turnRound(beat: Of<'way'>, scene: Scene, stage: Stage): Promise<void> {
  play('drum', 4);
  const ring = stage.find('ring');
  const half = 'perspective(900px) rotateY(90deg)';
  if (ring) await stage.run(ring, [{ transform: 'none' }, { transform: half }], { duration: 200, easing: 'ease-in' });
  await scene.set(afterOf(beat, scene));
  if (ring) await stage.run(ring, [{ transform: half }, { transform: 'none' }], { duration: 260, easing: 'ease-out' });
}

async function raise(beat: Of<'flag'>, scene: Scene, stage: Stage): Promise<void> {
  scene.marks = [{ at: `seat-${beat.seat}`, look: isOneOf(beat, 'skipped') ? 'no' : 'last', flag: flagOf(beat) }];
  if (isOneOf(beat, 'four of a kind')) {
    play('match');
    const pile = stage.spot('pile');
    if (pile) stage.burst(pile, ['#e6b450', '#ffcf6b', '#fff6e5', '#9b8cff'], 22, pile.h);
  }
  await stage.sleep(isOneOf(beat, 'stacks ready', 'chose reveal', 'no flip') ? 120 : 620);
}

/** Without motion the same things light up, one after the other. */
export function still(beat: TuckItBeat, scene: Scene): number {
  land();
  scene.caption = beat.kind === 'turn' ? '' : (beat.lines[0]?.words ?? '');
  switch (beat.kind) {
    case 'play':
      scene.marks = [{ at: 'pile', look: 'last' }];
      play('land');
      return 240;
    case 'take pile':
      scene.marks = [{ at: handAt(beat.seat), look: 'no', flag: `+${beat.n}` }];
      play('steal');
      return 700;
    case 'tuck':
      scene.marks = [{ at: stackAt(beat.seat, beat.number), look: 'last', flag: t('tucked') }];
      return 200;
    case 'flip':
      scene.marks = [{ at: stackAt(beat.owner, beat.number), look: 'last', flag: t('flipped') }];
      play('flip');
      return 800;
    case 'roll':
      scene.marks = [{ at: 'die', look: 'last', flag: String(beat.pips) }];
      return 500;
    case 'flag':
      scene.marks = [{ at: `seat-${beat.seat}`, look: 'last', flag: flagOf(beat) }];
      return isOneOf(beat, 'stacks ready', 'chose reveal') ? 0 : 500;
    case 'reveal':
    case 'show':
    case 'way':
      return 500;
    default:
      return 0;
  }
}
