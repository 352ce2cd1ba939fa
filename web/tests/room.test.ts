/** A table as its page keeps it: how long a refusal is shown, who may do what the host may. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { language } from '../src/lib/language/language.svelte';
import { Room } from '../src/lib/room/room.svelte';

class FakeSocket {
  static last: FakeSocket;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Answer the latest command. */
  async answer(type: 'done' | 'refused', reason = 'Wait.'): Promise<void> {
    this.say({ type, command: this.sent[this.sent.length - 1]!.command, ...(type === 'refused' ? { reason } : {}) });
    await Promise.resolve();
    await Promise.resolve();
  }
}

const chair = (seat: number, more: object = {}) => ({ seat, kind: 'person', name: `Ann${seat}`, avatar: 'cat', level: '', present: true, stand_in: false, idle: false, ...more });
let seq = 0;
const table = (status: string, chairs = [chair(0), chair(1)]) => ({
  type: 'table', seq: ++seq, you: [1], views: {}, history: [], missed: 0, chat: [], clock: null, coming: null,
  table: { id: 't', game: 'mantis', status, host: 0, seats: chairs, settings: { pause: 'host' }, paused: false, rematch: '', result: null, deal: { round: 1, phase: '', seals: {}, missed: [] } },
});

let room: Room;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'x' });
  room = new Room('t', [{ seat: 1, token: 'x' }], () => 'Mantis');
  FakeSocket.last.onopen?.();
  FakeSocket.last.say(table('open'));
});
afterEach(() => {
  room.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a refusal', () => {
  const refuse = async (): Promise<void> => {
    void room.tell({ type: 'start' });
    await FakeSocket.last.answer('refused');
    expect(room.refused?.reason).toBe('Wait.');
  };

  it('is said in the language of the page, and again when that changes', async () => {
    void room.tell({ type: 'start' });
    const words = { lang: 'de', plurals: ['one', 'other'], house: { 'Wait for {name}.': 'Warte auf {name}.' }, games: {}, guides: {} };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(words)));
    FakeSocket.last.say({ type: 'refused', command: FakeSocket.last.sent.at(-1)!.command, reason: 'Wait for Bob.', message: 'Wait for {name}.', values: { name: 'Bob' } });
    await vi.waitFor(() => expect(room.refused?.reason).toBe('Wait for Bob.'));
    await language.use('de', [], null);
    expect(room.refused?.reason).toBe('Warte auf Bob.');
    await language.use('en', [], null);
    expect(room.refused?.reason).toBe('Wait for Bob.');
  });
  it('of the lobby ends with the lobby', async () => {
    await refuse();
    FakeSocket.last.say(table('open'));
    expect(room.refused?.reason).toBe('Wait.');
    FakeSocket.last.say(table('playing'));
    expect(room.refused).toBeNull();
  });

  it('ends when something else is asked for', async () => {
    await refuse();
    void room.tell({ type: 'start' });
    expect(room.refused).toBeNull();
    await FakeSocket.last.answer('done');
    expect(room.refused).toBeNull();
  });

  it('ends by itself', async () => {
    await refuse();
    vi.advanceTimersByTime(4000);
    expect(room.refused).toBeNull();
  });
});

describe('whoever is not the host', () => {
  it.each([
    ['is here', {}, false],
    ['is away', { present: false }, true],
    ['is idle', { idle: true }, true],
    ['has a bot playing', { stand_in: true }, true],
  ])('acts in their place only while they cannot: the host %s', (_, more, may) => {
    FakeSocket.last.say(table('playing', [chair(0, more), chair(1)]));
    expect(room.mayHost).toBe(may);
    expect(room.mayPause).toBe(may);
  });
});

describe('a bot that plays for us', () => {
  it('is known, and so is who is waited for', () => {
    FakeSocket.last.say(table('playing', [chair(0, { idle: true }), chair(1, { stand_in: true })]));
    expect(room.replaced.map((one) => one.seat)).toEqual([1]);
    expect(room.idle.map((one) => one.seat)).toEqual([0]);
    FakeSocket.last.say(table('playing', [chair(0), chair(1, { idle: true })]));
    expect(room.replaced).toEqual([]);
    expect(room.idle).toEqual([]);
  });

  it('stops when we say that we are back', () => {
    room.comeBack(1);
    expect(FakeSocket.last.sent.pop()).toMatchObject({ type: 'hold', seat: 1 });
  });
});

describe('a room that is restarted', () => {
  it('is told from a line that broke, until the page is back', () => {
    FakeSocket.last.onclose?.({ code: 1012 });
    expect([room.line, room.restarts]).toEqual(['broken', true]);
    vi.advanceTimersByTime(1000);
    FakeSocket.last.onclose?.({ code: 1006 });
    expect([room.line, room.restarts]).toEqual(['broken', true]);
    vi.advanceTimersByTime(2000);
    FakeSocket.last.onopen?.();
    expect([room.line, room.restarts]).toEqual(['open', false]);
    FakeSocket.last.onclose?.({ code: 1006 });
    expect([room.line, room.restarts]).toEqual(['broken', false]);
  });
});

describe('a host', () => {
  const hosts = (you: number[], chairs: object[]) => FakeSocket.last.say({ ...table('playing', chairs as ReturnType<typeof chair>[]), you });

  it('can do something about the other people, and nobody else can', () => {
    const chairs = [chair(0), chair(1), chair(2, { kind: 'bot' }), chair(3, { present: false })];
    hosts([0], chairs);
    expect(room.guests.map((one) => one.seat)).toEqual([1, 3]);
    hosts([1], chairs);
    expect(room.guests).toEqual([]);
    hosts([1], [chair(0, { present: false }), ...chairs.slice(1)]);
    expect(room.guests).toEqual([]);
  });

  it('mutes, and whoever is muted knows', () => {
    hosts([1], [chair(0), chair(1)]);
    expect(room.isMuted).toBe(false);
    hosts([1], [chair(0), chair(1, { muted: true })]);
    expect(room.isMuted).toBe(true);
    hosts([0, 1], [chair(0), chair(1, { muted: true })]);
    expect(room.isMuted).toBe(false);
  });

  it('takes a seat away, and whoever had it knows', () => {
    hosts([1], [chair(0), chair(1)]);
    expect(room.removed).toBe(false);
    hosts([], [chair(0), chair(1, { kind: 'bot' })]);
    expect([room.removed, room.watches]).toEqual([true, true]);
  });
});
