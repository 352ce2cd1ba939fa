/** How the beats of Mantis move. The heart is the reveal: the card hovers over the Tank, hesitates, and turns. */
import type { Scene } from '../../../lib/table/scene.svelte';
import { t } from '../../../lib/language/language.svelte';
import { play } from '../../../lib/table/sound';
import { centred, type Flyer, type Spot, type Stage } from '../../../lib/table/stage';
import { backDrawing, closedDrawing, COLOURS, frontDrawing, hexOf, tripleOf } from '../cards/cards';
import type { Seat, View, Zone } from '../../../lib/protocol';
import { between } from '../../../lib/table/views';
import { ZONE } from '../model/names';
import { isEvent, type MantisBeat } from './plan';

const groupAt = (seat: number, colour: number): string => `group-${seat}-${colour}`;
const CARD_LIKE: Spot = { x: 0, y: 0, w: 100, h: 140 };

/** The card that was just turned over waits here for the beat that says where it goes. */
let inAir: Flyer | null = null;

export async function perform(beat: MantisBeat, scene: Scene, stage: Stage): Promise<void> {
  switch (beat.kind) {
    case 'deal':
      return deal(beat, scene, stage);
    case 'turn over':
      await reveal(beat, scene, stage);
      return FATES[beat.fate](beat, scene, stage);
    case 'next':
      return next(beat, scene, stage);
    case 'turn':
      scene.caption = '';
      return;
    default:
      scene.caption = beat.lines[0]?.words ?? '';
      await stage.sleep(isStart(beat) ? 250 : 900);
  }
}

type Of<K extends MantisBeat['kind']> = Extract<MantisBeat, { kind: K }>;
const isStart = (beat: MantisBeat): boolean => beat.lines.some((line) => isEvent(line, 'started'));
const isAt = (zone: Zone, place: number, owner: Seat): boolean => zone.zone === place && zone.owner === owner;
/** The table when the card is in the Tank, and at the end. */
const seenIn = (beat: Of<'turn over'>): { turned: View | undefined; after: View | undefined } => {
  const [revealed, outcome] = beat.lines.slice(-2);
  return { turned: revealed?.after, after: outcome?.after };
};

/** Every card flies straight to its place; when all have landed, the real ones replace them. */
async function deal(beat: Of<'deal'>, scene: Scene, stage: Stage): Promise<void> {
  const [before, dealt] = [scene.view, beat.lines[beat.lines.length - 1]?.after];
  if (!before || !dealt) return;
  scene.caption = t('Dealing');
  const places = beat.cards.map((card) => groupAt(card.seat, card.colour));
  const pileOf = (view: View): View => between(view, dealt, (zone) => zone.zone === ZONE.drawPile);
  scene.hide(places);
  await scene.set(pileOf(before));
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
    void scene.set(pileOf(beat.lines[i]?.after ?? dealt));
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
async function reveal(beat: Of<'turn over'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[0]?.words ?? '';
  scene.marks = [{ at: `tank-${beat.at}`, look: 'wait' }];
  const from = stage.spot('pile');
  const tank = stage.spot(`tank-${beat.at}`);
  const triple = tripleOf(beat.back);
  if (!from || !tank || !triple) return;
  const hover = inView(hoverOver(tank, from));
  const back = backDrawing(triple);
  const flyer = stage.flyer(back, frontDrawing(beat.colour), { ...from }, hover.w > from.w ? hover : from);
  inAir = flyer;
  scene.hide(['pile']);
  play('slide');
  await flyer.to(hover, { ms: 460, lift: 50, spin: beat.at % 2 ? 7 : -7 });
  await roulette(stage, back, triple.indexOf(beat.colour));
  play('flip');
  await flyer.turn(430, undefined, 1.18);
  if (beat.fate === 'stay') {
    await stage.sleep(170);
    return;
  }
  play('match');
  stage.burst(hover, [hexOf(beat.colour), COLOURS[beat.colour]?.light ?? '#fff', '#fff6e5', '#ffcf6b'], 20, hover.h * 0.95);
  stage.bump(groupAt(beat.at, beat.colour), 1.28);
  await stage.sleep(260);
}

/** One colour after the other lights up, more and more slowly, and stops at the right one. */
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

/** Move the turned card to its group, making room for it if it is new. */
async function settleCard(beat: Of<'turn over'>, scene: Scene, stage: Stage, ms: number): Promise<void> {
  const at = groupAt(beat.at, beat.colour);
  const { turned } = seenIn(beat);
  if (!stage.find(at) && turned) {
    scene.hide([at]);
    await stage.shift(() => scene.set(turned), 260);
  }
  const spot = stage.spot(at);
  if (inAir && spot) await inAir.to(spot, { ms, lift: -6, easing: 'cubic-bezier(.5, 0, .5, 1)' });
  play('land');
}

async function stay(beat: Of<'turn over'>, scene: Scene, stage: Stage): Promise<void> {
  const at = groupAt(beat.at, beat.colour);
  const { after } = seenIn(beat);
  scene.caption = beat.lines[beat.lines.length - 1]?.words ?? '';
  play('miss');
  await settleCard(beat, scene, stage, 330);
  if (after) await scene.set(after);
  scene.unhide([at]);
  land();
  scene.marks = marksOf(beat);
  stage.bump(at, 1.12);
  await stage.sleep(380);
}

async function score(beat: Of<'turn over'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[beat.lines.length - 1]?.words ?? '';
  const flyers = await gather(beat, scene, stage);
  const target = stage.spot(`score-${beat.at}`);
  const { after } = seenIn(beat);
  const before = scene.view;
  if (!target || !before || !after) return land(flyers);
  const isScore = (zone: Zone): boolean => isAt(zone, ZONE.scorePile, beat.at);
  const sizeIn = (view: View): number => view.zones.find(isScore)?.size ?? 0;
  const emptied = between(before, after, isScore);
  const counted = (n: number): View => ({ ...emptied, zones: emptied.zones.map((zone) => (isScore(zone) ? { ...zone, size: n } : zone)) });
  void stage.shift(() => scene.set(emptied), 300);
  await Promise.all(
    flyers.map(async (flyer, i) => {
      void stage.sleep(i * 80 + 60).then(() => flyer.turn(300, undefined, 1));
      await flyer.to(target, { ms: 480, delay: i * 80, lift: 60, spin: 14 });
      void scene.set(i === flyers.length - 1 ? after : counted(sizeIn(before) + i + 1));
      stage.bump(`score-${beat.at}`, 1.3);
      play('score', i * 2);
      flyer.remove();
    }),
  );
  inAir = null;
  scene.marks = marksOf(beat);
  await stage.sleep(320);
}

async function steal(beat: Of<'turn over'>, scene: Scene, stage: Stage): Promise<void> {
  scene.caption = beat.lines[beat.lines.length - 1]?.words ?? '';
  const flyers = await gather(beat, scene, stage);
  const { after } = seenIn(beat);
  const before = scene.view;
  if (!before || !after) return land(flyers);
  stage.shake(`tank-${beat.at}`);
  const at = groupAt(beat.by, beat.colour);
  const isNew = !stage.find(at);
  if (isNew) scene.hide([at]);
  const made = isNew ? after : between(before, after, (zone) => isAt(zone, ZONE.tank, beat.by));
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
  await scene.set(after);
  scene.unhide([at]);
  land(flyers);
  scene.marks = marksOf(beat);
  await stage.sleep(420);
}

const FATES = { stay, score, steal };

/** What lights up when a card's outcome is known. */
function marksOf({ fate, at, by, colour, n }: Of<'turn over'>): Scene['marks'] {
  if (fate === 'stay') return [{ at: groupAt(at, colour), look: 'last', flag: by === at ? t('stays') : t('a gift') }];
  return [{ at: fate === 'score' ? `score-${at}` : groupAt(by, colour), look: 'last', flag: `+${n}` }];
}

/** Pick up all cards of a colour from a Tank, including the one that was just turned over. */
async function gather(beat: Of<'turn over'>, scene: Scene, stage: Stage): Promise<Flyer[]> {
  const { colour } = beat;
  const at = groupAt(beat.at, colour);
  await settleCard(beat, scene, stage, 240);
  const spot = stage.spot(at) ?? inAir?.spot;
  if (!spot) return [];
  const flyers = Array.from({ length: Math.min(beat.n, 6) - (inAir ? 1 : 0) }, (_, i) =>
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
  const after = beat.lines[0]?.after;
  if (after) await scene.set(after);
  const pile = stage.find('pile');
  if (pile) await stage.run(pile, [{ transform: 'translateY(6%) scale(.96)', opacity: 0.4 }, { transform: 'none', opacity: 1 }], { duration: 240, easing: 'cubic-bezier(.2, 1.4, .4, 1)' });
}

const SOUNDS = { stay: 'miss', score: 'match', steal: 'steal' } as const;

/** Without motion the same things light up, one after the other. */
export function still(beat: MantisBeat, scene: Scene): number {
  land();
  scene.caption = beat.kind === 'turn' ? '' : beat.lines.map((line) => line.words).join(' ');
  switch (beat.kind) {
    case 'deal':
      scene.caption = t('Dealing');
      return 100;
    case 'turn over':
      scene.marks = marksOf(beat);
      play(SOUNDS[beat.fate]);
      return 1900;
    case 'say':
      return isStart(beat) ? 50 : 800;
    default:
      return 0;
  }
}
