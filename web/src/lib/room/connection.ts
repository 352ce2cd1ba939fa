/**
 * A WebSocket to a table that reconnects on its own.
 *
 * Every message that changes what we see has the next `seq`. After a gap we say hello again; a
 * message that we already have is dropped. A command stays in the queue until it is answered, and is
 * resent under the same id after every reconnect: the room answers a resend without repeating the
 * command. After a disconnect we retry with growing pauses.
 */
import { sentence } from '../language/language.svelte';
import type { ClientMessage, ErrorMessage, RoomMessage } from '../protocol';

type Nameless<M> = M extends { command: string } ? Omit<M, 'command'> : never;
/** A command for the room. */
export type Command = Nameless<ClientMessage>;
/** Its answer to a command. */
export type Answer = Extract<RoomMessage, { command: string }>;
/** What it sends to everybody. */
export type News = Exclude<RoomMessage, Answer | ErrorMessage>;

export type LineState = 'connecting' | 'open' | 'broken' | 'closed';

export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
}

export interface ConnectionWishes {
  url: string;
  tokens: string[];
  onNews: (news: News) => void;
  /** `code` is why the connection closed, if the room has said so. */
  onState: (state: LineState, retryIn: number, code: number) => void;
  onTrouble?: (error: ErrorMessage) => void;
  makeSocket?: (url: string) => SocketLike;
  after?: (ms: number, then: () => void) => () => void;
  random?: () => number;
  newId?: () => string;
}

export const FIRST_PAUSE = 400;
export const LONGEST_PAUSE = 8000;
export const GROWTH = 1.5;
export const ANSWER_TIME = 10000;
/** The room closes with this code when there is no such table; reconnecting is pointless. */
const NO_SUCH_TABLE = 4404;
/** The room is being closed or restarted, or the table was unloaded. */
export const COME_BACK = 1012;

/** A command is given up after this many disconnects: it would break the connection forever. */
export const MOST_SENDINGS = 5;

interface Pending {
  text: string;
  answer: (answer: Answer) => void;
  sendings: number;
}

export class Connection {
  lastSeq = 0;
  state: LineState = 'connecting';
  private socket: SocketLike | null = null;
  private pending = new Map<string, Pending>();
  private attempts = 0;
  private waiting = false; // for the whole table after a hello
  private stopped = false;
  private cancelRetry: () => void = () => {};
  private cancelWatch: () => void = () => {};
  private count = 0;
  private readonly stem: string;

  constructor(private readonly wishes: ConnectionWishes) {
    this.stem = wishes.newId?.() ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
    this.open();
  }

  /** Send a command; the promise resolves when the room answers, however often the connection drops. */
  send(command: Command): Promise<Answer> {
    const id = `${this.stem}-${++this.count}`;
    const text = JSON.stringify({ ...command, command: id });
    return new Promise((answer) => {
      const pending = { text, answer, sendings: 0 };
      this.pending.set(id, pending);
      if (this.state === 'open') this.post(id, pending);
      this.watch();
    });
  }

  /** Reconnect now instead of after the pause (the network is back, or the page is visible again). */
  hurry(): void {
    if (this.state !== 'broken') return;
    this.cancelRetry();
    this.open();
  }

  close(): void {
    this.stopped = true;
    this.cancelRetry();
    this.cancelWatch();
    this.pending.clear();
    this.drop();
    this.become('closed');
  }

  private open(): void {
    if (this.stopped) return;
    this.become('connecting');
    const make = this.wishes.makeSocket ?? ((url: string) => new WebSocket(url) as unknown as SocketLike);
    let socket: SocketLike;
    try {
      socket = make(this.wishes.url);
    } catch {
      this.broke(0);
      return;
    }
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.become('open');
      this.hello();
      for (const [id, pending] of [...this.pending]) this.post(id, pending);
      if (this.pending.size > 0) this.watch();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === 'string') this.read(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.broke(event.code);
    };
    socket.onerror = () => {};
  }

  private post(id: string, pending: Pending): void {
    if (pending.sendings >= MOST_SENDINGS) {
      this.pending.delete(id);
      pending.answer({ type: 'refused', command: id, reason: '', ...sentence('The room did not answer.') });
      return;
    }
    pending.sendings += 1;
    this.socket?.send(pending.text);
  }

  private hello(): void {
    this.waiting = true;
    this.socket?.send(JSON.stringify({ type: 'hello', tokens: this.wishes.tokens, after: this.lastSeq }));
  }

  private read(text: string): void {
    let message: RoomMessage;
    try {
      message = JSON.parse(text) as RoomMessage;
    } catch {
      return;
    }
    switch (message.type) {
      case 'done':
      case 'refused':
      case 'hint':
      case 'tried': {
        const pending = this.pending.get(message.command);
        this.pending.delete(message.command);
        if (this.pending.size === 0) this.cancelWatch();
        pending?.answer(message);
        return;
      }
      case 'error':
        this.wishes.onTrouble?.(message);
        return;
      case 'table':
        this.attempts = 0;
        this.waiting = false;
        this.lastSeq = message.seq;
        this.wishes.onNews(message);
        return;
      default:
        this.accept(message);
    }
  }

  private accept(message: News): void {
    const seq = 'seq' in message ? message.seq : undefined;
    if (seq === undefined) {
      this.wishes.onNews(message);
      return;
    }
    if (seq <= this.lastSeq) return;
    if (seq > this.lastSeq + 1) {
      if (!this.waiting) this.hello();
      return;
    }
    this.lastSeq = seq;
    this.wishes.onNews(message);
  }

  private broke(code: number): void {
    this.drop();
    if (this.stopped) return;
    if (code === NO_SUCH_TABLE) {
      this.close();
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** this.attempts);
    this.attempts += 1;
    const random = this.wishes.random ?? Math.random;
    const wait = Math.round(pause * (0.7 + 0.6 * random()));
    this.become('broken', wait, code);
    this.cancelRetry = this.after(wait, () => this.open());
  }

  /** An open socket on which commands stay unanswered is dead. */
  private watch(): void {
    this.cancelWatch();
    this.cancelWatch = this.after(ANSWER_TIME, () => {
      if (this.pending.size > 0 && this.state === 'open') this.broke(0);
    });
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.waiting = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // it was already closed
    }
  }

  private become(state: LineState, retryIn = 0, code = 0): void {
    this.state = state;
    this.wishes.onState(state, retryIn, code);
  }

  private after(ms: number, then: () => void): () => void {
    if (this.wishes.after) return this.wishes.after(ms, then);
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  }
}

export function socketUrl(table: string, place: { protocol: string; host: string } = location): string {
  const scheme = place.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${place.host}/ws/tables/${encodeURIComponent(table)}`;
}
