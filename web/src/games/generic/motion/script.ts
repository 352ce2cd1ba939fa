/** Motion for any game: a card that left one area and appeared in another flies there. */
import type { View, Zone } from '../../../lib/protocol';
import type { Beat, Scene, Script } from '../../../lib/table/scene.svelte';
import type { Line } from '../../../lib/language/speaking';
import { play } from '../../../lib/table/sound';
import { spotOf, type Spot, type Stage } from '../../../lib/table/stage';
import { areaId, BACK } from '../model/areas';

export interface Move {
  from: string;
  to: string;
  /** What it shows where it lands. */
  face: number;
}

const DEAL = 8;
const MOST_FLIGHTS = 6;
const FLIGHT = 340;

const sizes = (view: View): Map<string, Zone> => new Map(view.zones.map((zone) => [areaId(zone), zone]));
const countOf = (zone: Zone | undefined, face: number): number => (zone?.groups ?? []).reduce((sum, [one, n]) => sum + (one === face ? n : 0), 0);

/** The face of a card that is new in an area, if it can be seen. */
function newFace(before: Zone | undefined, after: Zone): number {
  return after.groups.map(([face]) => face).find((face) => face !== BACK && countOf(after, face) > countOf(before, face)) ?? BACK;
}

/** Which cards went from where to where, as far as the two views tell: areas that shrank feed areas that grew. */
export function movesBetween(before: View, after: View): Move[] {
  const [was, is] = [sizes(before), sizes(after)];
  const growth = (id: string): number => (is.get(id)?.size ?? 0) - (was.get(id)?.size ?? 0);
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  const sources = ids.flatMap((id) => Array.from({ length: Math.max(0, -growth(id)) }, () => id));
  const targets = ids.flatMap((id) => Array.from({ length: Math.max(0, growth(id)) }, () => id));
  return targets.slice(0, sources.length).map((to, i) => ({ from: sources[i]!, to, face: newFace(was.get(to), is.get(to)!) }));
}

const cardAt = (stage: Stage, area: string, face: number): HTMLElement | null => {
  const found = stage.find(area);
  return found?.querySelector<HTMLElement>(`[data-face="${face}"]`) ?? found?.querySelector<HTMLElement>('[data-face]') ?? null;
};

async function fly(move: Move, from: Spot, stage: Stage): Promise<void> {
  const target = cardAt(stage, move.to, move.face);
  if (!target) return;
  const to = spotOf(target);
  const start = { ...from, w: to.w, h: to.h };
  const copy = target.cloneNode(true) as HTMLElement;
  copy.style.cssText += `; width: ${to.w}px; height: ${to.h}px; margin: 0`;
  const flyer = stage.flyer(copy, null, start);
  target.style.visibility = 'hidden';
  play('slide');
  try {
    await flyer.to(to, { ms: FLIGHT, lift: 26, spin: 8 });
  } finally {
    target.style.visibility = '';
    flyer.remove();
  }
}

function light(moves: readonly Move[], scene: Scene): void {
  const gained = new Map<string, number>();
  for (const { to } of moves) gained.set(to, (gained.get(to) ?? 0) + 1);
  scene.marks = [...gained].map(([at, n]) => ({ at, look: 'last' as const, flag: `+${n}` }));
}

/** Show one line: draw the view after it, and animate what moved. */
async function show(line: Line, scene: Scene, stage: Stage): Promise<void> {
  const [before, after] = [scene.view, line.after];
  scene.caption = line.words;
  if (!before || !after) return;
  const moves = movesBetween(before, after);
  const starts = moves.slice(0, MOST_FLIGHTS).map(({ from }) => {
    const card = cardAt(stage, from, BACK) ?? stage.find(from);
    return card ? spotOf(card) : null;
  });
  if (moves.length > 0) light(moves, scene);
  await scene.set(after);
  await Promise.all(starts.map((from, i) => (from ? fly(moves[i]!, from, stage) : null)));
}

async function perform(beat: Beat, scene: Scene, stage: Stage): Promise<void> {
  if (beat.kind === 'deal') {
    const landings: Promise<unknown>[] = [];
    for (const line of beat.lines) {
      landings.push(show(line, scene, stage));
      await stage.sleep(70);
    }
    await Promise.all(landings);
    return;
  }
  const words = beat.lines[0]?.words ?? '';
  await show(beat.lines[0]!, scene, stage);
  await stage.sleep(Math.min(1100, 350 + words.length * 9));
}

export const script: Script = {
  /** Many lines at once are a deal: they are shown quickly, one over the other. */
  plan: (lines) => (lines.length > DEAL ? [{ kind: 'deal', lines }] : lines.map((line) => ({ kind: 'line', lines: [line] }))),
  perform,
  still: (beat, scene) => {
    const last = beat.lines[beat.lines.length - 1];
    scene.caption = last?.words ?? '';
    if (scene.view && last?.after) light(movesBetween(scene.view, last.after), scene);
    return 600;
  },
};
