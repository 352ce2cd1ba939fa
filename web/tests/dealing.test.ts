/** The deal as this device takes part in it and checks it, with honest rooms and with others. */
import { describe, expect, it, vi } from 'vitest';
import type { SocketLike } from '../src/lib/room/connection';
import { dealAhead, dealer } from '../src/lib/fair/dealing';
import { say } from '../src/lib/language/language.svelte';
import { checkRecord, checkSeals, inOneLine, keyOf, notesOn, sealOf } from '../src/lib/fair/fairdeal';
import type { TextStorage } from '../src/lib/page/storage';
import { allTables, recall, remember } from '../src/lib/room/savedtables';
import type { Answer, Command } from '../src/lib/room/connection';
import type { GameRecord, Lobby } from '../src/lib/protocol';
import { fromHex, sha256, toHex } from '../src/lib/fair/sha256';

const SECRETS = ['11'.repeat(32), '22'.repeat(32)];
const BOB = ['b0'.repeat(16), 'b1'.repeat(16)];
const hash = async (hex: string): Promise<string> => toHex(await sha256(fromHex(hex)));

function newStorage(): TextStorage {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

type Deal = NonNullable<Lobby['deal']>;

/** A device in seat 0, and what it sends. Bob, in seat 1, and the room are the test's. */
function device(answers: (command: Command) => 'done' | 'refused' = () => 'done') {
  const storage = newStorage();
  const sent: Command[] = [];
  remember('t', { seats: [{ seat: 0, token: 'x' }] }, storage);
  const send = (command: Command): Promise<Answer> => {
    sent.push(command);
    const type = answers(command);
    return Promise.resolve(type === 'done' ? { type, command: 'c' } : { type, command: 'c', reason: 'No.' });
  };
  const load = () => dealer('t', send, storage);
  return { storage, sent, load, hear: load(), notes: () => recall('t', storage)!, shown: () => sent.filter((command) => command.type === 'show') };
}

async function lobby(deal: Partial<Deal>, secret = SECRETS[0]!): Promise<Lobby> {
  return { commitment: await hash(secret), options: { target: 10 }, deal: { round: 1, phase: 'seal', waits: [], seals: {}, missed: [], ...deal } } as unknown as Lobby;
}

/** The last number that the device sealed, and its seal. */
function latest({ sent, notes }: ReturnType<typeof device>): { seal: string; nonce: string } {
  const seal = sent.flatMap((command) => (command.type === 'seal' ? [command.seal] : [])).pop()!;
  return { seal, nonce: notes().sealed![seal]! };
}

/** Let the device seal and show in a round, beside Bob; returns the seals. */
async function playRound(one: ReturnType<typeof device>, round = 1): Promise<Record<string, string>> {
  const secret = SECRETS[round - 1]!;
  await one.hear(await lobby({ round }, secret), [0]);
  const seals = { '0': latest(one).seal, '1': await hash(BOB[round - 1]!) };
  await one.hear(await lobby({ round, phase: 'show', seals }, secret), [0]);
  return seals;
}

async function recordOf(one: ReturnType<typeof device>, seals: Record<string, string>, more: Partial<GameRecord> = {}): Promise<GameRecord> {
  const round = more.round ?? 1;
  const secret = SECRETS[round - 1]!;
  const nonces = { '0': latest(one).nonce, '1': BOB[round - 1]! };
  return {
    format: 2, game: 'mantis', version: 1, players: 2, options: { target: 10 }, created: 0, commitment: await hash(secret), secret, nonces, key: await keyOf(secret, nonces), round, seals, missed: [], series: 0, digest: '', actions: [], result: null,
    seats: [{ name: 'Ann', kind: 'person', level: '' }, { name: 'Bob', kind: 'person', level: '' }], ...more,
  };
}

const wrong = async (one: ReturnType<typeof device>, record: GameRecord): Promise<string[]> => (await checkSeals(record, one.notes())).filter((finding) => !finding.good).map((finding) => say(finding.title));
const line = async (one: ReturnType<typeof device>, record: GameRecord): Promise<string> => inOneLine(await checkRecord(record, one.notes()));

describe('our part of the deal', () => {
  it('seals once, and shows what it sealed once all seals are there', async () => {
    const one = device();
    await one.hear(await lobby({ phase: '' }), [0]);
    expect(one.sent).toEqual([]);
    const seals = await playRound(one);
    await one.hear(await lobby({ phase: 'show', seals }), [0]);
    const { seal, nonce } = latest(one);
    expect(one.sent).toEqual([{ type: 'seal', seat: 0, seal }, { type: 'show', seat: 0, nonce }]);
    expect(seal).toBe(await sealOf(nonce));
    expect(one.notes().shown![seal]).toEqual({ seat: 0, nonce, round: 1, commitment: await hash(SECRETS[0]!), seals, options: { target: 10 }, heard: true });
  });

  it('shows again after a reload, but only beside the same', async () => {
    const one = device();
    const seals = await playRound(one);
    await one.load()(await lobby({ phase: 'show', seals }), [0]);
    expect(one.shown().length).toBe(2);
    const others = [
      await lobby({ phase: 'show', seals }, SECRETS[1]),
      await lobby({ phase: 'show', seals: { ...seals, '1': await hash(BOB[1]!) } }),
      await lobby({ phase: 'show', seals, round: 2 }, SECRETS[1]),
      { ...(await lobby({ phase: 'show', seals })), options: { target: 30 } },
    ];
    for (const other of others) await one.load()(other, [0]);
    expect(one.shown().length).toBe(2);
  });

  it('shows nothing for a seal that is not its own', async () => {
    const one = device();
    await one.hear(await lobby({}), [0]);
    await one.hear(await lobby({ phase: 'show', seals: { '0': await hash(BOB[0]!) } }), [0]);
    expect(one.shown()).toEqual([]);
  });

  it('seals for every seat of a shared device', async () => {
    const one = device();
    await one.hear(await lobby({}), [0, 1]);
    const seals = Object.fromEntries(one.sent.flatMap((command) => (command.type === 'seal' ? [[String(command.seat), command.seal]] : [])));
    expect(Object.keys(seals)).toEqual(['0', '1']);
    await one.hear(await lobby({ phase: 'show', seals }), [0, 1]);
    expect(one.shown().map((command) => command.type === 'show' && command.seat)).toEqual([0, 1]);
    expect(Object.keys(one.notes().shown!).length).toBe(2);
  });

  it('takes part in the deal of a rematch, and goes when it is dealt', { timeout: 120_000 }, async () => {
    const socket: SocketLike & { isClosed: boolean; sent: Record<string, unknown>[] } = {
      isClosed: false, sent: [], onopen: null, onmessage: null, onclose: null, onerror: null,
      send: (text) => void socket.sent.push(JSON.parse(text) as Record<string, unknown>),
      close: () => void (socket.isClosed = true),
    };
    const tell = async (status: string, deal: Partial<Deal>): Promise<void> => {
      socket.onmessage?.({ data: JSON.stringify({ type: 'table', seq: 1, you: [0], table: { ...(await lobby(deal)), status } }) });
    };
    const last = (type: string) => vi.waitFor(() => socket.sent.find((message) => message['type'] === type) ?? Promise.reject(new Error(type)), { timeout: 60_000, interval: 5 });
    const storage = newStorage();
    dealAhead('t', ['x'], { url: 'ws://room', makeSocket: () => socket, after: () => () => {} }, storage);
    socket.onopen?.();
    await tell('open', {});
    const { seal } = await last('seal');
    await tell('open', { phase: 'show', seals: { '0': String(seal) } });
    const { nonce } = await last('show');
    expect(await sealOf(String(nonce))).toBe(seal);
    expect(recall('t', storage)?.shown?.[String(seal)]?.nonce).toBe(nonce);
    expect(socket.isClosed).toBe(false);
    await tell('playing', { phase: '' });
    expect(socket.isClosed).toBe(true);
  });

  it('shows again when the room could not take it, and once it has, no more', async () => {
    let isFull = true;
    const one = device((command) => (command.type === 'show' && isFull ? 'refused' : 'done'));
    const seals = await playRound(one);
    expect(Object.values(one.notes().shown!).map(({ heard }) => heard)).toEqual([undefined]);
    isFull = false;
    for (let times = 0; times < 2; times += 1) await one.hear(await lobby({ phase: 'show', seals }), [0]);
    expect(one.shown().length).toBe(2);
    expect(Object.values(one.notes().shown!).map(({ heard }) => heard)).toEqual([true]);
  });

  it('forgets a seal that the room did not take', async () => {
    const one = device(() => 'refused');
    await one.hear(await lobby({}), [0]);
    expect(one.notes().sealed).toEqual({});
  });
});

describe('the check of the seals', () => {
  it('finds that all is well, also in a replay', async () => {
    const one = device();
    const record = await recordOf(one, await playRound(one));
    expect(await line(one, record)).toBe('The deal was fair.');
    expect(notesOn(record, allTables(one.storage))?.table).toBe('t');
    expect(notesOn({ ...record, seals: {}, commitment: 'another' }, allTables(one.storage))).toBe(undefined);
  });

  it('finds whatever was changed after the number was shown', async () => {
    const one = device();
    const seals = await playRound(one);
    const good = await recordOf(one, seals);
    const chosen = { ...seals, '1': await hash(BOB[1]!) };
    const changed = 'Something was changed after you showed your number';
    expect(await wrong(one, { ...good, seals: chosen, nonces: { ...good.nonces, '1': BOB[1]! } })).toEqual([changed]);
    expect(await wrong(one, { ...good, commitment: await hash(SECRETS[1]!) })).toEqual([changed]);
    expect(await wrong(one, { ...good, options: { target: 11 } })).toEqual([changed]);
    expect(await wrong(one, { ...good, nonces: { ...good.nonces, '1': BOB[1]! } })).toEqual(['A number is not the one that was sealed']);
    expect(await wrong(one, { ...good, nonces: { ...good.nonces, '2': BOB[1]! } })).toEqual(['A number is not the one that was sealed']);
    expect(await wrong(one, { ...good, seals: { ...seals, '0': await hash(BOB[1]!) }, nonces: { ...good.nonces, '0': BOB[1]! } })).toEqual(['A number other than yours was used', 'A round was aborted in secret']);
  });

  it('finds that our number was left out', async () => {
    const one = device();
    const seals = await playRound(one);
    const without = { seals: { '1': seals['1']! }, nonces: { '1': BOB[0]! } };
    const record = await recordOf(one, seals);
    expect(await wrong(one, { ...record, ...without })).toEqual(['Your number was left out', 'A round was aborted in secret']);
    expect(await wrong(one, { ...record, format: 1, round: 0, seals: {} })).toContain('Your number was left out');
    expect(await wrong(one, { ...record, ...without, missed: [[1, 0, 'Ann']] })).toEqual(['You were named wrongly']);
    expect(await wrong(one, { ...record, ...without, missed: [[1, 0, 'Cy'], [1, 1, 'Bob']] }), 'whoever had the seat before').toEqual(['Your number was left out', 'You were named wrongly']);
  });

  it('says in the line who did not seal or was missing', async () => {
    const one = device();
    await playRound(one);
    const seals = await playRound(one, 2);
    const record = await recordOf(one, seals, { round: 2, missed: [[1, 1, 'Bob']] });
    expect(await line(one, record)).toBe('The deal fits. Somebody was missing.');
    expect(await wrong(one, { ...record, missed: [] })).toEqual(['A round was aborted in secret']);
    expect(await wrong(one, { ...record, missed: [[1, 2, 'Cy']] }), 'who had no part in a round cannot break it off').toEqual(['A round was aborted in secret']);
    const alone = device();
    await alone.hear(await lobby({}), [0]);
    const { seal, nonce } = latest(alone);
    await alone.hear(await lobby({ phase: 'show', seals: { '0': seal } }), [0]);
    const nonces = { '0': nonce };
    expect(await line(alone, await recordOf(alone, { '0': seal }, { nonces, key: await keyOf(SECRETS[0]!, nonces) }))).toBe('The deal fits. Not everybody sealed a number.');
  });

  it('says of records without seals that nothing was sealed', async () => {
    const one = device();
    const record = await recordOf(one, await playRound(one));
    expect(inOneLine(await checkRecord({ ...record, format: 1, round: 0, seals: {} }))).toBe('The deal fits. No number was sealed.');
  });
});
