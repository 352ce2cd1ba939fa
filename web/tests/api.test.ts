import { afterEach, describe, expect, it, vi } from 'vitest';
import { replay } from '../src/lib/room/api';
import type { GameRecord } from '../src/lib/protocol';

describe('a replay', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is asked for part by part until all steps are there', async () => {
    const parts = [
      { disagreements: [{ reason: 'x' }], record: { game: 'mantis' }, steps: [{ choice: null }, { choice: { action: 5 } }], next: 2 },
      { disagreements: [], record: null, steps: [{ choice: { action: 6 } }], next: 3 },
      { disagreements: [], record: null, steps: [{ choice: { action: 7 } }], next: -1 },
    ];
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (_: string, wish: { body: string }) => {
      asked.push(JSON.parse(wish.body).first);
      return Promise.resolve(new Response(JSON.stringify(parts[asked.length - 1])));
    });
    const told = await replay({} as GameRecord);
    expect(told.steps.map((step) => step.choice?.action ?? -1)).toEqual([-1, 5, 6, 7]);
    expect(told.record?.game).toBe('mantis');
    expect(told.disagreements).toEqual([{ reason: 'x' }]);
    expect(asked).toEqual([undefined, 2, 3]);
  });
});
