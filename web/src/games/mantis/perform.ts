/** How the beats of Mantis move. The heart is the reveal: the card hovers over the Tank, hesitates, and turns. */
import type { Scene } from '../../lib/scene.svelte';
import { play } from '../../lib/sound';
import { centred, type Flyer, type Spot, type Stage } from '../../lib/stage';
import { backDrawing, closedDrawing, COLOURS, frontDrawing, hexOf, nameOf, tripleOf } from './cards';
import type { View } from '../../lib/protocol';
import { addToScore, addToTank, DRAW_PILE } from './model';
import { patch, type MantisBeat } from './plan';

const groupAt = (seat: number, colour: number): string => `group-${seat}-${colour}`;
const CARD_LIKE: Spot = { x: 0, y: 0, w: 100, h: 140 };

/** The card that was just turned over waits here for the beat that says what becomes of it. */
let inAir: Flyer | null = null;

export async function perform(beat: MantisBeat, scene: Scene, stage: Stage): Promise<void> {
  switch (beat.kind) {
    case 'deal':
      return deal(beat, scene, stage);
    case 'reveal':
      return reveal(beat, scene, stage);
    case 'stay':
      return stay(beat, scene, stage);
    case 'score':
      return score(beat, scene, stage);
    case 'steal':
      return steal(beat, scene, stage);
    case 'next':
      return next(beat, scene, stage);
    case 'turn':
      scene.caption = '';
      return;
    default:
      scene.caption = beat.lines[0]?.words ?? '';
      await stage.sleep(beat.lines[0]?.event === 'started' ? 250 : 900);
  }
}

type Of<K extends MantisBeat['kind']> = Extract<MantisBeat, { kind: K }>;

/** Every card flies straight to where it will lie; when all have landed, the real ones take their place. */
async function deal(beat: Of<'deal'>, scene: Scene, stage: Stage): Promise<void> {
  const before = scene.view;
  if (!before) return;
  scene.caption = 'Dealing';
  const dealt = patch(before, beat);
  const places = beat.cards.map((card) => groupAt(card.seat, card.colour));
  const pileOf = (view: View, n: number): View => ({ ...dealt, zones: dealt.zones.map((z) => (z.zone === DRAW_PILE ? { ...z, size: (view.zones.find((w) => w.zone === DRAW_PILE)?.size ?? 0) - n } : z)) });
  scene.hide(places);
  await scene.set(pileOf(before, 0));
  const flyers: Flyer[] = [];
  const landings: Promise<void>[] = [];
  const lying = new Map<string, number>();
  for (const [i, card] of beat.cards.entries()) {
    const place = places[i] ?? '';
    const [from, to] = [stage.spot('pile'), stage.spot(place)];
    if (!from || !to) continue;
    const under = lying.get(place) ?? 0;
    lying.set(place, under + 1);
    const flyer = stage.flyer(backDrawing(tripleOf(card.back) ?? [0, 1, 2]), frontDrawing(card.colour), from);
    flyers.push(flyer);
    play('slide');
    void scene.set(pileOf(before, i + 1));
    landings.push(
      (async () => {
        void flyer.turn(300);
        await flyer.to({ ...to, x: to.x - under * 3 }, { ms: 380, lift: 40, spin: 12 });
        play('land');
      })(),
    );
    await stage.sleep(80);
  }
  await Promise.all(landings);
  scene.unhide(places);
  await scene.set(dealt);
  for (const flyer of flyers) flyer.remove();
}

/** The top card flies over the Tank, its three colours light up in turn, and it turns over. */
async function reveal(beat: Of<'reveal'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[0]?.words ?? '';
  scene.marks = [{ at: `tank-${beat.seat}`, look: 'wait' }];
  const from = stage.spot('pile');
  const tank = stage.spot(`tank-${beat.seat}`);
  const triple = tripleOf(beat.back);
  if (!from || !tank || !triple) return;
  const hover = inView(hoverOver(tank, from));
  const back = backDrawing(triple);
  const flyer = stage.flyer(back, frontDrawing(beat.colour), { ...from }, hover.w > from.w ? hover : from);
  inAir = flyer;
  scene.hide(['pile']);
  play('slide');
  await flyer.to(hover, { ms: 460, lift: 50, spin: beat.seat % 2 ? 7 : -7 });
  await roulette(stage, back, triple.indexOf(beat.colour));
  play('flip');
  await flyer.turn(430, undefined, 1.18);
  if (beat.match) {
    play('match');
    stage.burst(hover, [hexOf(beat.colour), COLOURS[beat.colour]?.light ?? '#fff', '#fff6e5', '#ffcf6b'], 20, hover.h * 0.95);
    stage.bump(groupAt(beat.seat, beat.colour), 1.28);
    await stage.sleep(260);
  } else {
    await stage.sleep(170);
  }
}

/** One colour after the other lights up, slower and slower, and stops at the true one. */
async function roulette(stage: Stage, back: SVGSVGElement, stop: number): Promise<void> {
  const bands = [...back.querySelectorAll<SVGElement>('[data-band]')];
  const steps = [0, 1, 2, 0, 1, 2].slice(0, 3 + ((stop + 1) % 3 || 3));
  const pauses = [58, 62, 70, 84, 104, 130];
  for (const [i, step] of steps.entries()) {
    bands.forEach((band, n) => band.setAttribute('opacity', n === step ? '1' : '.32'));
    play('drum', i);
    await stage.sleep(pauses[i] ?? 90);
  }
  bands.forEach((band) => band.setAttribute('opacity', '1'));
}

/** Over the Tank, but on the side of the pile, so that the cards it might fit stay in sight. */
function hoverOver(tank: Spot, pile: Spot): Spot {
  const spot = centred(tank, Math.min(pile.w * 1.06, Math.max(tank.h * 0.8, pile.w * 0.7)), CARD_LIKE);
  const toPile = Math.sign(pile.y + pile.h / 2 - (tank.y + tank.h / 2));
  return { ...spot, y: spot.y + toPile * tank.h * 0.5 };
}

function inView(spot: Spot): Spot {
  const x = Math.min(Math.max(spot.x, 6), innerWidth - spot.w - 6);
  const y = Math.min(Math.max(spot.y, 6), innerHeight - spot.h - 6);
  return { ...spot, x, y };
}

/** Let the turned card go to its group, which is made room for if it is new. */
async function settleCard(seat: number, colour: number, scene: Scene, stage: Stage, ms: number): Promise<void> {
  const at = groupAt(seat, colour);
  if (!stage.find(at) && scene.view) {
    scene.hide([at]);
    const view = addToTank(scene.view, seat, colour, 1);
    await stage.shift(() => scene.set(view), 260);
  }
  const spot = stage.spot(at);
  if (inAir && spot) await inAir.to(spot, { ms, lift: -6, easing: 'cubic-bezier(.5, 0, .5, 1)' });
  play('land');
}

async function stay(beat: Of<'stay'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[0]?.words ?? '';
  play('miss');
  const before = scene.view;
  await settleCard(beat.seat, beat.colour, scene, stage, 330);
  if (before) await scene.set(patch(before, beat));
  scene.unhide([groupAt(beat.seat, beat.colour)]);
  land();
  scene.marks = [{ at: groupAt(beat.seat, beat.colour), look: 'last', flag: beat.by === beat.seat ? 'stays' : 'a gift' }];
  stage.bump(groupAt(beat.seat, beat.colour), 1.12);
  await stage.sleep(380);
}

async function score(beat: Of<'score'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[0]?.words ?? '';
  const flyers = await gather(beat.seat, beat.colour, beat.n, scene, stage);
  const target = stage.spot(`score-${beat.seat}`);
  let view = scene.view;
  if (!target || !view) return land(flyers);
  view = addToTank(view, beat.seat, beat.colour, 1 - beat.n);
  const emptied = view;
  void stage.shift(() => scene.set(emptied), 300);
  let left = beat.n;
  await Promise.all(
    flyers.map(async (flyer, i) => {
      void stage.sleep(i * 80 + 60).then(() => flyer.turn(300, undefined, 1));
      await flyer.to(target, { ms: 480, delay: i * 80, lift: 60, spin: 14 });
      const n = i === flyers.length - 1 ? left : 1;
      left -= n;
      if (scene.view) void scene.set(addToScore(scene.view, beat.seat, n));
      stage.bump(`score-${beat.seat}`, 1.3);
      play('score', i * 2);
      flyer.remove();
    }),
  );
  inAir = null;
  scene.marks = [{ at: `score-${beat.seat}`, look: 'last', flag: `+${beat.n}` }];
  await stage.sleep(320);
}

async function steal(beat: Of<'steal'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[0]?.words ?? '';
  const flyers = await gather(beat.target, beat.colour, beat.n, scene, stage);
  if (!scene.view) return land(flyers);
  stage.shake(`tank-${beat.target}`);
  const at = groupAt(beat.seat, beat.colour);
  const isNew = !stage.find(at);
  if (isNew) scene.hide([at]);
  const before = addToTank(scene.view, beat.target, beat.colour, 1 - beat.n);
  const made = isNew ? addToTank(before, beat.seat, beat.colour, beat.n) : before;
  await stage.shift(() => scene.set(made), 300);
  const target = stage.spot(at);
  play('steal');
  if (!target) return land(flyers);
  await Promise.all(
    flyers.map(async (flyer, i) => {
      await flyer.to(target, { ms: 560, delay: i * 90, lift: 70, spin: i % 2 ? -16 : 16 });
      play('land');
      stage.bump(at, 1.14);
    }),
  );
  await scene.set(isNew ? made : addToTank(made, beat.seat, beat.colour, beat.n));
  scene.unhide([at]);
  land(flyers);
  scene.marks = [{ at, look: 'last', flag: `+${beat.n}` }];
  await stage.sleep(420);
}

/** Take all cards of a colour up from a Tank, the one that was just turned over among them. */
async function gather(seat: number, colour: number, n: number, scene: Scene, stage: Stage): Promise<Flyer[]> {
  const at = groupAt(seat, colour);
  await settleCard(seat, colour, scene, stage, 240);
  const spot = stage.spot(at) ?? inAir?.spot;
  if (!spot) return [];
  const flyers = Array.from({ length: Math.min(n, 6) - (inAir ? 1 : 0) }, (_, i) =>
    stage.flyer(frontDrawing(colour), closedDrawing(), { ...spot, x: spot.x - i * spot.w * 0.14, h: spot.w * 1.4 }),
  );
  if (inAir) {
    inAir.remove();
    flyers.push(stage.flyer(frontDrawing(colour), closedDrawing(), { ...spot, h: spot.w * 1.4 }));
  }
  scene.hide([at]);
  inAir = null;
  return flyers;
}

function land(flyers: Flyer[] = []): void {
  inAir?.remove();
  inAir = null;
  for (const flyer of flyers) flyer.remove();
}

async function next(beat: Of<'next'>, scene: Scene, stage: Stage): Promise<void> {
  scene.unhide(['pile']);
  if (scene.view) await scene.set(patch(scene.view, beat));
  const pile = stage.find('pile');
  if (pile) await stage.run(pile, [{ transform: 'translateY(6%) scale(.96)', opacity: 0.4 }, { transform: 'none', opacity: 1 }], { duration: 240, easing: 'cubic-bezier(.2, 1.4, .4, 1)' });
}

/** Without motion the same things light up, one after the other. */
export function still(beat: MantisBeat, scene: Scene): number {
  land();
  scene.caption = beat.kind === 'turn' ? '' : (beat.lines[0]?.words ?? '');
  switch (beat.kind) {
    case 'deal':
      return 100;
    case 'reveal':
      scene.marks = [{ at: `tank-${beat.seat}`, look: 'wait', flag: nameOf(beat.colour) }];
      scene.caption = beat.lines.map((line) => line.words).join(' ');
      play('flip');
      return 900;
    case 'stay':
      scene.marks = [{ at: groupAt(beat.seat, beat.colour), look: 'last', flag: beat.by === beat.seat ? 'stays' : 'a gift' }];
      play('miss');
      return 700;
    case 'score':
      scene.marks = [{ at: `score-${beat.seat}`, look: 'last', flag: `+${beat.n}` }];
      play('match');
      return 1000;
    case 'steal':
      scene.marks = [{ at: groupAt(beat.seat, beat.colour), look: 'last', flag: `+${beat.n}` }];
      play('steal');
      return 1000;
    case 'say':
      return beat.lines[0]?.event === 'started' ? 50 : 800;
    default:
      return 0;
  }
}
