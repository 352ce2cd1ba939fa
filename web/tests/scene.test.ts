import { describe, expect, it } from 'vitest';
import type { View } from '../src/lib/protocol';
import type { Line } from '../src/lib/language/speaking';
import { Scene, type Script } from '../src/lib/table/scene.svelte';
import type { Stage } from '../src/lib/table/stage';

const view = (turn: number): View => ({ viewer: 0, facts: { turn }, zones: [], asks: [turn], over: false, can_undo: false, choices: [], beats: [] });
const line = (n: number, event = 'x', after: View | null = view(n)): Line => ({ n, event, numbers: {}, only: [], by: '', words: `line ${n}`, after: after ?? undefined });
const settled = async (scene: Scene): Promise<void> => {
  for (let i = 0; i < 200 && scene.busy; i++) await new Promise((then) => setTimeout(then, 1));
};

function stage(): Stage {
  return { tempo: 1, relax() {}, clear() {}, sleep: () => Promise.resolve() } as unknown as Stage;
}

function script(log: string[], slow?: Promise<void>): Script {
  return {
    plan: (lines) => lines.map((one) => ({ kind: one.event, lines: [one] })),
    perform: async (beat, scene) => {
      log.push(`${beat.kind} ${beat.lines[0]!.n}`);
      await slow;
      scene.marks = [{ at: 'here', look: 'last' }];
    },
    still: () => 0,
  };
}

describe('the scene', () => {
  it('plays lines in order and then shows the truth', async () => {
    const scene = new Scene();
    const log: string[] = [];
    scene.stage = stage();
    scene.use(script(log));
    scene.jump(view(0), [line(0)]);
    scene.feed([line(1, 'a'), line(2, 'b')], view(1));
    scene.feed([line(3, 'c')], view(2));
    expect(scene.busy).toBe(true);
    expect(scene.lastLine).toBe(3);
    await settled(scene);
    expect(log).toEqual(['a 1', 'b 2', 'c 3']);
    expect(scene.view).toEqual(view(2));
    expect(scene.lines.map((one) => one.n)).toEqual([0, 1, 2, 3]);
  });

  it('deals when the room says how the table came about, and jumps otherwise', async () => {
    const scene = new Scene();
    const log: string[] = [];
    scene.stage = stage();
    scene.use(script(log));
    scene.open(view(0), [line(0, 'deal'), line(1, 'deal')]);
    await settled(scene);
    expect(log).toEqual(['deal 0', 'deal 1']);
    scene.open(view(1), [line(0, 'deal', null), line(1, 'move', null)]);
    expect(scene.view).toEqual(view(1));
    expect(log.length).toBe(2);
  });

  it('forgets what was under way when it jumps', async () => {
    const scene = new Scene();
    let go = (): void => {};
    const slow = new Promise<void>((then) => (go = then));
    scene.stage = stage();
    scene.use(script([], slow));
    scene.jump(view(0), []);
    scene.feed([line(1)], view(1));
    await new Promise((then) => setTimeout(then, 2));
    scene.jump(view(7), [line(9)]);
    go();
    await new Promise((then) => setTimeout(then, 10));
    expect(scene.view).toEqual(view(7));
    expect(scene.lines.map((one) => one.n)).toEqual([9]);
    expect(scene.marks).toEqual([]);
  });

  it('goes on when a part of the show fails', async () => {
    const scene = new Scene();
    scene.stage = stage();
    const failing = script([]);
    failing.perform = () => Promise.reject(new Error('a fault'));
    const report = console.error;
    console.error = () => {};
    scene.use(failing);
    scene.jump(view(0), []);
    scene.feed([line(1)], view(1));
    await settled(scene);
    console.error = report;
    expect(scene.view).toEqual(view(1));
  });

  it('skips to the end when too much is waiting', async () => {
    const scene = new Scene();
    const log: string[] = [];
    scene.stage = stage();
    scene.use(script(log));
    scene.jump(view(0), []);
    for (let i = 1; i <= 12; i++) scene.feed([line(i)], view(i));
    await settled(scene);
    expect(log.length).toBeLessThan(12);
    expect(scene.view).toEqual(view(12));
    expect(scene.lines.length).toBe(12);
  });
});
