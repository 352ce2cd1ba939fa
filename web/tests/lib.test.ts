import { describe, expect, it } from 'vitest';
import { faceOf } from '../src/lib/page/avatars';
import { checkDeal, keyOf } from '../src/lib/fair/fairdeal';
import type { TextStorage } from '../src/lib/page/storage';
import { allTables, forget, recall, remember } from '../src/lib/room/savedtables';
import { applies, changed, defaults, isSwitch, optionLines, picks } from '../src/lib/room/options';
import type { GameInfo, Option } from '../src/lib/protocol';
import { pageOf } from '../src/lib/page/router.svelte';
import { fromHex, sha256, sha256Plain, toHex } from '../src/lib/fair/sha256';
import { bow, centred } from '../src/lib/table/stage';
import { ago, count, levelWords, listed, ordinal, shortCode, slug, tableIdFrom } from '../src/lib/language/words';

describe('words', () => {
  it('counts, lists and orders', () => {
    expect(count(1, 'card')).toBe('1 card');
    expect(count(3, 'card')).toBe('3 cards');
    expect([1, 2, 3, 4, 11, 12, 13, 21].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']);
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
    expect(ago(0, 12 * 60000)).toBe('12 minutes ago');
    expect(ago(0, 20000)).toBe('just now');
    expect(slug('steal 3')).toBe('steal-3');
  });
  it('says of a level what is true of the game', () => {
    const hard = { level: 'hard', title: 'Hard', help: 'Thinks ahead.', seconds: 0.2, live: 'Reacts after about 0.9 seconds.' };
    expect(levelWords(hard, { untimed: {} }, {})).toBe('Thinks ahead. Thinks for up to 0.2 s.');
    expect(levelWords(hard, { untimed: { timing: 1 } }, { timing: 0 })).toBe('Reacts after about 0.9 seconds.');
    expect(levelWords(hard, { untimed: { timing: 1 } }, { timing: 1 })).toBe('Thinks ahead. Thinks for up to 0.2 s.');
    expect(levelWords(undefined, { untimed: {} }, {})).toBe('');
  });
  it('finds a table in what somebody typed', () => {
    expect(tableIdFrom('  http://h:4210/t/plum-otter-abc?x ')).toBe('plum-otter-abc');
    expect(tableIdFrom(' plum otter abc ')).toBe('plum-otter-abc');
    expect(shortCode('plum-otter-4ujdtqbbyiewa3xk')).toBe('PLUM-OTTER');
  });
});

describe('pages', () => {
  it('reads addresses', () => {
    expect(pageOf('/')).toEqual({ at: 'home' });
    expect(pageOf('/t/a-b')).toEqual({ at: 'table', id: 'a-b' });
    expect(pageOf('/replay')).toEqual({ at: 'replay' });
    expect(pageOf('/learn/x')).toEqual({ at: 'learn', game: 'x' });
    for (const path of ['/t/', '/t/a/b', '/learn', '/some/where']) expect(pageOf(path)).toEqual({ at: 'lost' });
  });
});

describe('faces', () => {
  it('are always the same for the same name, and robots for bots', () => {
    expect(faceOf('cat')).toBe('cat');
    expect(faceOf('', 'Ann')).toBe(faceOf('', 'Ann'));
    expect(faceOf('robot', 'Mo', 1)).not.toBe(faceOf('robot', 'Ida', 2));
    expect(faceOf('"><script>', 'x')).toMatch(/^[a-z]+$/);
  });
});

describe('saved tables', () => {
  function storage(): TextStorage & { text: string | null } {
    return {
      text: null as string | null,
      getItem(): string | null {
        return this.text;
      },
      setItem(_: string, value: string): void {
        this.text = value;
      },
    };
  }
  it('keeps tables, the newest first, and the first commitment it saw', () => {
    const on = storage();
    remember('a', { title: 'A', commitment: 'first', when: 1 }, on);
    remember('b', { title: 'B', when: 2 }, on);
    remember('a', { commitment: 'changed', over: true, when: 3 }, on);
    expect(allTables(on).map((kept) => kept.table)).toEqual(['a', 'b']);
    expect(recall('a', on)).toMatchObject({ title: 'A', commitment: 'first', over: true });
    forget('a', on);
    expect(recall('a', on)).toBeUndefined();
  });
  it('is not broken by what lies on the storage', () => {
    const on = storage();
    on.text = '{"no": "list"}';
    expect(allTables(on)).toEqual([]);
    on.text = 'nonsense';
    expect(allTables(on)).toEqual([]);
    expect(allTables(null)).toEqual([]);
  });
});

describe('options', () => {
  const option = (more: Partial<Option>): Option => ({ key: 'k', title: 'K', help: '', type: 'choice', low: 0, high: 0, unit: '', values: {}, default: 0, defaults: {}, when: {}, when_any: {}, scope: 'rules', group: '', ...more });
  const info = {
    options: [
      option({ key: 'target', title: 'Cards to win', type: 'number', default: 10, defaults: { '2': 15 }, unit: 'cards' }),
      option({ key: 'extra', values: { 'two-players': 0, always: 1, never: 2 } }),
      option({ key: 'stop', values: { off: 0, on: 1 }, when: { extra: [0, 1] } }),
      option({ key: 'starter', unit: 'seat', default: -1, values: { random: -1, 'seat-1': 0, 'seat-2': 1, 'seat-3': 2 } }),
    ],
  } as unknown as GameInfo;
  it('takes the book’s values for the number of players', () => {
    expect(defaults(info, 2)['target']).toBe(15);
    expect(defaults(info, 4)['target']).toBe(10);
  });
  it('sends only what is changed and applies', () => {
    const chosen = { ...defaults(info, 3), target: 12, extra: 2, stop: 1 };
    expect(applies(info.options[2]!, chosen)).toBe(false);
    expect(changed(info, 3, chosen)).toEqual({ target: 12, extra: 2 });
    expect(changed(info, 3, defaults(info, 3))).toEqual({});
  });
  it('shows an option while one of several settings holds', () => {
    const either = option({ when_any: { extra: [1], target: [12] } });
    expect(applies(either, { extra: 1, target: 10 })).toBe(true);
    expect(applies(either, { extra: 0, target: 12 })).toBe(true);
    expect(applies(either, { extra: 0, target: 10 })).toBe(false);
  });
  it('leaves out seats that are not there, and says values in words', () => {
    expect(picks('mantis', info.options[3]!, 2).map((pick) => pick.title)).toEqual(['Random', 'Seat 1', 'Seat 2']);
    expect(isSwitch(info.options[2]!)).toBe(true);
    expect(optionLines(info, { players: 3, options: { target: 12, extra: 1 } })).toEqual(['Cards to win: 12 cards', 'K: always']);
  });
});

describe('the fair deal', () => {
  const secret = '00'.repeat(32);
  const nonces = { '0': 'aabb', '10': 'cc', '2': '0102' };
  it('has a SHA-256 of its own that agrees with the browser’s', async () => {
    expect(toHex(sha256Plain(new TextEncoder().encode('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const n of [0, 1, 55, 56, 63, 64, 65, 200]) {
      const data = Uint8Array.from({ length: n }, (_, i) => i * 7);
      expect(toHex(sha256Plain(data))).toBe(toHex(await sha256(data)));
    }
  });
  it('makes the key of the secret and every nonce behind its seat and length', async () => {
    const bytes = [...fromHex(secret), 0, 2, 0xaa, 0xbb, 2, 2, 1, 2, 10, 1, 0xcc];
    expect(await keyOf(secret, nonces)).toBe(toHex(await sha256(Uint8Array.from(bytes))));
  });
  it('finds what does not fit', async () => {
    const commitment = toHex(await sha256(fromHex(secret)));
    const key = await keyOf(secret, nonces);
    const good = await checkDeal({ commitment, result: { secret, nonces, key }, noted: commitment, mine: { '0': 'aabb' } });
    expect(good.every((finding) => finding.good)).toBe(true);
    const swapped = await checkDeal({ commitment, result: { secret: '11'.repeat(32), nonces, key }, noted: commitment });
    expect(swapped.map((finding) => finding.good)).toEqual([false, false]);
    const renamed = await checkDeal({ commitment, result: { secret, nonces, key }, noted: 'another' });
    expect(renamed[0]!.good).toBe(false);
    const foreign = await checkDeal({ commitment, result: { secret, nonces, key }, noted: '', mine: { '0': 'ffff' } });
    expect(foreign[2]!.good).toBe(false);
  });
});

describe('spots', () => {
  it('puts a card in the middle and bows from one to another', () => {
    expect(centred({ x: 0, y: 0, w: 100, h: 100 }, 50, { x: 0, y: 0, w: 5, h: 7 })).toEqual({ x: 25, y: 15, w: 50, h: 70 });
    const points = bow({ x: 0, y: 0, w: 10, h: 10 }, { x: 100, y: 0, w: 20, h: 20 }, 40);
    expect(points[0]).toEqual({ x: 0, y: 0, w: 10, h: 10 });
    expect(points[points.length - 1]).toMatchObject({ x: 100, w: 20 });
    expect(Math.min(...points.map((point) => point.y))).toBeCloseTo(-40);
  });
});
