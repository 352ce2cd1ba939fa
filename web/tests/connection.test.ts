import { describe, expect, it } from 'vitest';
import { ANSWER_TIME, Connection, FIRST_PAUSE, GROWTH, LONGEST_PAUSE, MOST_SENDINGS, socketUrl, type SocketLike, type News } from '../src/lib/room/connection';

class FakeSocket implements SocketLike {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const heard: News[] = [];
  const states: string[] = [];
  const waits: number[] = [];
  let timers: { ms: number; then: () => void; off: boolean }[] = [];
  const connection = new Connection({
    url: 'ws://x/ws/tables/t',
    tokens: ['secret'],
    onNews: (news) => heard.push(news),
    onState: (state, wait) => {
      states.push(state);
      if (state === 'broken') waits.push(wait);
    },
    makeSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    after: (ms, then) => {
      const timer = { ms, then, off: false };
      timers.push(timer);
      return () => (timer.off = true);
    },
    random: () => 0.5,
    newId: () => 'id',
  });
  const run = (): void => {
    const due = timers.filter((timer) => !timer.off);
    timers = [];
    for (const timer of due) timer.then();
  };
  return { connection, sockets, heard, states, waits, run, last: () => sockets[sockets.length - 1]! };
}

const table = (seq: number) => ({ type: 'table', seq, table: {}, views: {}, history: [] });
const events = (seq: number) => ({ type: 'events', seq, lines: [], views: {} });

describe('the connection', () => {
  it('says hello with its tokens and the last number it saw', () => {
    const { sockets, last } = setUp();
    last().onopen?.();
    expect(sockets[0]!.sent[0]).toEqual({ type: 'hello', tokens: ['secret'], after: 0 });
  });

  it('passes on what comes in order and drops what it had', () => {
    const { last, heard } = setUp();
    last().onopen?.();
    last().say(table(5));
    last().say(events(6));
    last().say(events(6));
    last().say(events(7));
    expect(heard.map((news) => 'seq' in news && news.seq)).toEqual([5, 6, 7]);
  });

  it('says hello again, once, when a number is missing', () => {
    const { last, heard, connection } = setUp();
    last().onopen?.();
    last().say(table(5));
    last().say(events(8));
    last().say(events(9));
    expect(last().sent.filter((message) => message['type'] === 'hello').length).toBe(2);
    expect(last().sent[1]).toMatchObject({ type: 'hello', after: 5 });
    last().say(table(9));
    last().say(events(10));
    expect(heard.map((news) => 'seq' in news && news.seq)).toEqual([5, 9, 10]);
    expect(connection.lastSeq).toBe(10);
  });

  it('comes back with growing pauses and asks for what it missed', () => {
    const { last, sockets, states, waits, run } = setUp();
    last().onopen?.();
    last().say(table(5));
    for (let i = 0; i < 9; i++) {
      last().onclose?.({ code: 1006 });
      run();
    }
    expect(sockets.length).toBe(10);
    expect(waits[0]).toBe(FIRST_PAUSE);
    expect(waits[1]).toBe(FIRST_PAUSE * GROWTH);
    expect(Math.max(...waits)).toBe(LONGEST_PAUSE);
    last().onopen?.();
    expect(last().sent[0]).toMatchObject({ type: 'hello', after: 5 });
    last().say(table(11));
    last().onclose?.({ code: 1012 });
    expect(waits[waits.length - 1]).toBe(FIRST_PAUSE);
    expect(states).toContain('broken');
  });

  it('hurries when it is told that the network is back', () => {
    const { last, sockets, connection } = setUp();
    last().onclose?.({ code: 1006 });
    connection.hurry();
    expect(sockets.length).toBe(2);
  });

  it('sends an unanswered command again under the same id', async () => {
    const { last, connection, run } = setUp();
    last().onopen?.();
    last().say(table(1));
    const answer = connection.send({ type: 'act', seat: 0, action: 3 });
    const first = last().sent[1];
    last().onclose?.({ code: 1006 });
    run();
    last().onopen?.();
    expect(last().sent[1]).toEqual(first);
    last().say({ type: 'done', command: first!['command'] });
    await expect(answer).resolves.toMatchObject({ type: 'done' });
    last().onclose?.({ code: 1006 });
    run();
    last().onopen?.();
    expect(last().sent.length).toBe(1);
  });

  it('keeps a command that is given while the line is down', () => {
    const { last, connection, run } = setUp();
    last().onopen?.();
    last().onclose?.({ code: 1006 });
    void connection.send({ type: 'chat', text: 'hi' });
    run();
    last().onopen?.();
    expect(last().sent[1]).toMatchObject({ type: 'chat', text: 'hi' });
  });

  it('gives a command up that breaks the line every time', async () => {
    const { last, connection, sockets, run } = setUp();
    last().onopen?.();
    const answer = connection.send({ type: 'chat', text: 'x' });
    for (let i = 0; i < MOST_SENDINGS; i++) {
      last().onclose?.({ code: 1006 });
      run();
      last().onopen?.();
    }
    await expect(answer).resolves.toMatchObject({ type: 'refused' });
    expect(sockets.flatMap((socket) => socket.sent).filter((message) => message['type'] === 'chat').length).toBe(MOST_SENDINGS);
  });

  it('hands on refusals and hints', async () => {
    const { last, connection } = setUp();
    last().onopen?.();
    const refused = connection.send({ type: 'undo', seat: 0 });
    last().say({ type: 'refused', command: 'id-1', reason: 'No.' });
    await expect(refused).resolves.toMatchObject({ reason: 'No.' });
    const hint = connection.send({ type: 'hint', seat: 0 });
    last().say({ type: 'hint', command: 'id-2', action: 1, words: 'x', why: 'y', weights: [] });
    await expect(hint).resolves.toMatchObject({ action: 1 });
  });

  it('takes a line that does not answer for dead', () => {
    const { last, connection, sockets, run, states } = setUp();
    last().onopen?.();
    void connection.send({ type: 'start' });
    expect(ANSWER_TIME).toBeGreaterThan(1000);
    run();
    expect(states[states.length - 1]).toBe('broken');
    run();
    expect(sockets.length).toBe(2);
  });

  it('does not come back to a table that does not exist', () => {
    const { last, states, sockets, run } = setUp();
    last().onopen?.();
    last().onclose?.({ code: 4404 });
    run();
    expect(states[states.length - 1]).toBe('closed');
    expect(sockets.length).toBe(1);
  });

  it('survives nonsense', () => {
    const { last, heard } = setUp();
    last().onopen?.();
    last().onmessage?.({ data: 'not json' });
    last().onmessage?.({ data: 7 });
    expect(heard).toEqual([]);
  });

  it('finds its address', () => {
    expect(socketUrl('a b', { protocol: 'https:', host: 'h:1' })).toBe('wss://h:1/ws/tables/a%20b');
    expect(socketUrl('t', { protocol: 'http:', host: 'h' })).toBe('ws://h/ws/tables/t');
  });
});
