/** The room's HTTP calls. Errors are sentences. */
import { say, sentence, type Told } from '../language/language.svelte';
import type { Catalogue, GameRecord, Lobby, NewTable, Replayed, Seated, SeatToken } from '../protocol';

export class Trouble extends Error {
  constructor(
    readonly told: Told,
    readonly status: number,
  ) {
    super(say(told));
  }
}

/** What went wrong, to be said in the language of the page. */
export function troubleOf(error: unknown): Told {
  return error instanceof Trouble ? error.told : sentence('That did not work.');
}

const AGAIN_MS = [500, 1500];

/** Send a request; if it may be repeated safely, retry when no answer comes. */
async function reach(path: string, request: RequestInit, waits: readonly number[]): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch {
    const [wait, ...rest] = waits;
    if (wait === undefined) throw new Trouble(sentence('The room does not answer. Is it still open?'), 0);
    await new Promise((done) => setTimeout(done, wait));
    return reach(path, request, rest);
  }
}

async function call<T>(path: string, body?: unknown, waits: readonly number[] = []): Promise<T> {
  const answer = await reach(path, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, waits);
  let data: unknown;
  try {
    data = await answer.json();
  } catch {
    throw new Trouble(sentence('The room gave an answer that makes no sense.'), answer.status);
  }
  if (!answer.ok) {
    const told = (data ?? {}) as Told;
    throw new Trouble(typeof told.error === 'string' ? told : sentence('The room refused ({status}).', { status: String(answer.status) }), answer.status);
  }
  return data as T;
}

let catalogue: Promise<Catalogue> | null = null;

export function getGames(): Promise<Catalogue> {
  catalogue ??= call<Catalogue>('/api/games').catch((error: unknown) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

const tablePath = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const makeTable = (wish: NewTable): Promise<Seated> => call('/api/tables', wish, wish.again ? AGAIN_MS : []);
export const getTable = (id: string): Promise<Lobby> => call<{ table: Lobby }>(tablePath(id)).then((answer) => answer.table);
export const sitDown = (id: string, who: { name: string; avatar: string; seat?: number; seal?: string; again?: string }): Promise<SeatToken> => call(`${tablePath(id)}/seats`, who, who.again ? AGAIN_MS : []);
export const getRecord = (id: string): Promise<GameRecord> => call(`${tablePath(id)}/record`);
/** Every seat's chance to win in percent, after the deal and after each action. */
export const chances = (record: GameRecord): Promise<{ chances: number[][] }> => call('/api/chances', { record });

/** Every step of a record; a long one comes in several answers. */
export async function replay(record: GameRecord): Promise<Replayed> {
  const told = await call<Replayed>('/api/replay', { record, viewer: -1 });
  for (let first = told.next; first >= 0; ) {
    const more = await call<Replayed>('/api/replay', { record, viewer: -1, first });
    told.steps.push(...more.steps);
    first = more.next;
  }
  return told;
}
