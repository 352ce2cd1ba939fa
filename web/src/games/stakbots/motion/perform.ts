/** How the beats of Stak Bots move: bots fly, lunge, flip and tumble into the scrapheap. */
import { t } from '../../../lib/language/language.svelte';
import type { View } from '../../../lib/protocol';
import type { Line } from '../../../lib/language/speaking';
import type { Scene } from '../../../lib/table/scene.svelte';
import { settings } from '../../../lib/page/settings.svelte';
import { play, type SoundName } from '../../../lib/table/sound';
import type { Spot, Stage } from '../../../lib/table/stage';
import { ZONE, type EventName } from '../model/names';
import { isEvent, type StakBeat as Beat } from './plan';

type Show = (beat: Beat, scene: Scene, stage: Stage) => Promise<void>;

/** What is shown in words for a moment, and how long without motion. */
const PAUSES: Readonly<{ [event in EventName]?: number }> = {
  'turn began': 350, drew: 250, played: 700, scrapped: 800, discarded: 500, attacked: 900, struck: 800, cancelled: 900, 'reaction declined': 500, 'turned up': 700,
  effect: 700, 'effect lost': 800, 'no target': 700, fell: 600, 'sent down': 600, stayed: 500, reset: 700, 'shot at': 800, returned: 700, expelled: 700, dropped: 500,
  'series goes on': 600, 'series stopped': 600, reshuffled: 700, picked: 500, resigned: 900, 'time called': 1200, out: 1100, 'turn limit': 1200, recycled: 500, won: 500, drawn: 500,
};
const SOUNDS: Readonly<{ [event in EventName]?: SoundName }> = {
  drew: 'slide', played: 'land', scrapped: 'miss', discarded: 'slide', attacked: 'drum', struck: 'steal', 'turned up': 'flip', effect: 'score', reset: 'flip', 'shot at': 'steal',
  returned: 'slide', fell: 'slide', 'sent down': 'slide', picked: 'land', out: 'lose', cancelled: 'match', reshuffled: 'slide',
};
const SPARKS = ['#ffcf6b', '#ff6b57', '#fff6e5', '#9aa3b8'];

/** The table after a beat. */
const afterOf = (beat: Beat, scene: Scene): View => beat.lines[beat.lines.length - 1]?.after ?? scene.view!;
const first = (beat: Beat): Record<string, number> => beat.lines[0]?.numbers ?? {};
const eachOf = (scene: Scene): number => scene.view?.facts['staks each'] ?? 1;
const stakAt = (scene: Scene, { seat = 0, stak = 0 }: Record<string, number>): string => `stak-${seat * eachOf(scene) + stak}`;
const handAt = (seat: number): string => `hand-${seat}`;

function pileAt(stage: Stage, name: string, seat: number): string {
  return stage.find(name) ? name : `${name}-${seat}`;
}

/** A copy of a card that lies on the table, to be thrown through the air. */
function copyOf(stage: Stage, name: string): Element | null {
  const card = stage.find(name);
  return card ? ((card.querySelector('.card') ?? card).cloneNode(true) as Element) : null;
}

/** A card's spot in the middle of a place, never wider than where it comes from or goes to: a hand is as wide as the table. */
function cardSpot(spot: Spot, other: Spot): Spot {
  const w = Math.min(spot.w, other.w);
  return { x: spot.x + (spot.w - w) / 2, y: spot.y, w, h: (w * 7) / 5 };
}

async function fly(stage: Stage, card: Element | null, from: Spot | null, to: Spot | null, spin = 10): Promise<void> {
  if (!card || !from || !to) return;
  const flyer = stage.flyer(card, null, cardSpot(from, to));
  await flyer.to(cardSpot(to, from), { ms: 420, lift: 40, spin });
  flyer.remove();
}

/** The table changes at once, and the card that is new there flies to its place. */
async function arrive(beat: Beat, scene: Scene, stage: Stage, from: string, to: string): Promise<void> {
  const start = stage.spot(from);
  scene.hide([to]);
  await stage.shift(() => scene.set(afterOf(beat, scene)), 260);
  await fly(stage, copyOf(stage, to), start, stage.spot(to));
  scene.unhide([to]);
}

/** The leaving cards are picked up, the table closes the gaps, and the cards fly away. */
async function depart(beat: Beat, scene: Scene, stage: Stage, ...ways: readonly [from: string, to: string][]): Promise<void> {
  const flights = ways.map(([from, to]) => ({ card: copyOf(stage, from), start: stage.spot(from), to }));
  void stage.shift(() => scene.set(afterOf(beat, scene)), 260);
  await Promise.all(
    flights.map(async ({ card, start, to }) => {
      await fly(stage, card, start, stage.spot(to), 40);
      stage.bump(to, 1.12);
    }),
  );
}

const facesIn = (view: View | null | undefined, { seat, stak = 0 }: Record<string, number>): number[] =>
  view?.zones.find((zone) => zone.zone === ZONE.stak1 + stak && zone.owner === seat)?.groups.map(([face]) => face) ?? [];

/** Where each card is that leaves its Stak in this beat: not always on top. */
export function leaving(beat: Beat, scene: Scene): string[] {
  const lying = new Map<string, number[]>();
  let before = scene.view;
  return beat.lines.map(({ numbers, after }) => {
    const at = stakAt(scene, numbers);
    const [was, now] = [facesIn(before, numbers), facesIn(after, numbers)];
    const places = lying.get(at) ?? was.map((_, i) => i);
    lying.set(at, places);
    before = after ?? before;
    const gone = was.findIndex((_, i) => String(was.filter((_, k) => k !== i)) === String(now));
    const [place = 0] = places.splice(Math.max(0, gone), 1);
    return place === 0 ? at : `${at}-${place}`;
  });
}

/** Both top cards lunge at each other and part again. */
const lunge: Show = async (beat, scene, stage) => {
  const { seat = 0, stak = 0, target = 0, its = 0 } = first(beat);
  const [mine, theirs] = [stakAt(scene, { seat, stak }), stakAt(scene, { seat: target, stak: its })];
  const [a, b] = [stage.find(mine), stage.find(theirs)];
  const [from, to] = [stage.spot(mine), stage.spot(theirs)];
  scene.marks = [{ at: mine, look: 'wait', flag: t('attacks') }, { at: theirs, look: 'no' }];
  if (!a || !b || !from || !to) return stage.sleep(400);
  const [dx, dy] = [(to.x - from.x) * 0.32, (to.y - from.y) * 0.32];
  await stage.sleep(220);
  void stage.run(b, [{ translate: '0 0' }, { translate: `${-dx * 0.2}px ${-dy * 0.2}px`, offset: 0.6 }, { translate: '0 0' }], { duration: 460, easing: 'ease-in' });
  await stage.run(a, [{ translate: '0 0' }, { translate: `${dx}px ${dy}px`, offset: 0.6 }, { translate: '0 0' }], { duration: 460, easing: 'ease-in' });
};

const strike: Show = async (beat, scene, stage) => {
  scene.marks = beat.lines.map((line) => ({ at: stakAt(scene, line.numbers), look: 'no' as const, flag: `−${line.numbers['damage'] ?? 0}` }));
  await scene.set(afterOf(beat, scene));
  for (const line of beat.lines) {
    const at = stakAt(scene, line.numbers);
    const spot = stage.spot(at);
    if (spot) stage.burst(spot, SPARKS, 12, spot.w * 0.8);
    stage.shake(at);
  }
  await stage.sleep(560);
};

const turnUp: Show = async (beat, scene, stage) => {
  await scene.set(afterOf(beat, scene));
  await Promise.all(
    beat.lines.map(async (line) => {
      const card = stage.find(stakAt(scene, line.numbers));
      if (card) await stage.run(card, [{ transform: 'rotateY(90deg)' }, { transform: 'rotateY(0deg)' }], { duration: 320, easing: 'cubic-bezier(.2, 1.4, .4, 1)' });
    }),
  );
  await stage.sleep(160);
};

const act: Show = async (beat, scene, stage) => {
  const at = stakAt(scene, first(beat));
  scene.marks = [{ at, look: 'last', flag: t('acts') }];
  await scene.set(afterOf(beat, scene));
  stage.bump(at, 1.14);
  await stage.sleep(420);
};

const slide: Show = async (beat, scene, stage) => {
  await stage.shift(() => scene.set(afterOf(beat, scene)), 420);
  await stage.sleep(420);
};

const SHOWS: Readonly<{ [event in EventName]?: Show }> = {
  attacked: lunge,
  struck: strike,
  'shot at': strike,
  'turned up': turnUp,
  effect: act,
  fell: slide,
  'sent down': slide,
  reset: slide,
  played: (beat, scene, stage) => {
    const { seat = 0, target = 0, stak = 0 } = first(beat);
    return arrive(beat, scene, stage, handAt(seat), stakAt(scene, { seat: target, stak }));
  },
  drew: (beat, scene, stage) => {
    const seat = first(beat)['seat'] ?? 0;
    return depart(beat, scene, stage, [pileAt(stage, 'supply', seat), handAt(seat)]);
  },
  scrapped: (beat, scene, stage) => {
    const from = leaving(beat, scene);
    return depart(beat, scene, stage, ...beat.lines.map(({ numbers }, i) => [from[i]!, pileAt(stage, 'heap', numbers['seat'] ?? 0)] as [string, string]));
  },
  discarded: (beat, scene, stage) => {
    const seat = first(beat)['seat'] ?? 0;
    return depart(beat, scene, stage, [handAt(seat), pileAt(stage, 'heap', seat)]);
  },
  returned: (beat, scene, stage) => {
    const { seat = 0, target = 0, stak = 0 } = first(beat);
    return depart(beat, scene, stage, [stakAt(scene, { seat: target, stak }), handAt(seat)]);
  },
};

export async function perform(beat: Beat, scene: Scene, stage: Stage): Promise<void> {
  tellOf(beat, scene);
  if (beat.kind in PAUSES) scene.marks = []; // the light belonged to another beat
  const show = SHOWS[beat.kind];
  if (show) await show(beat, scene, stage);
  else await stage.sleep((PAUSES[beat.kind] ?? 0) * 0.7);
}

/** Without motion the same things light up, one after the other. */
export function still(beat: Beat, scene: Scene): number {
  tellOf(beat, scene);
  scene.marks = beat.lines.flatMap((line) => markOf(line, scene));
  return (PAUSES[beat.kind] ?? 0) * (settings.speed === 'off' ? 0.15 : 1);
}

function tellOf(beat: Beat, scene: Scene): void {
  if (!(beat.kind in PAUSES)) return;
  scene.caption = beat.lines.map((line) => line.words).join(' ');
  const sound = SOUNDS[beat.kind];
  if (sound) play(sound);
}

function markOf(line: Line, scene: Scene): Scene['marks'] {
  const { seat, stak, damage } = line.numbers;
  if (seat === undefined || stak === undefined) return [];
  const isBlow = damage !== undefined;
  return [{ at: stakAt(scene, line.numbers), look: isBlow ? 'no' : 'last', flag: isBlow ? `−${damage}` : isEvent(line, 'effect') ? t('acts') : undefined }] as Scene['marks'];
}
