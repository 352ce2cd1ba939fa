/** Making a table and remembering our seats at it. */
import { makeTable } from './api';
import { newNonce, remember } from './memory';
import type { GameInfo, Pauser, SeatWish } from './protocol';
import { router, tablePath } from './router.svelte';
import { likings, type Speed } from './settings.svelte';

const PACE: Record<Speed, string> = { calm: 'slow', normal: 'normal', quick: 'quick', off: 'quick' };

export interface Wish {
  players: number;
  seats: SeatWish[];
  options: Record<string, number>;
  pause?: Pauser;
  /** Whether time runs; left out, the room decides. */
  timer?: boolean;
}

export async function startTable(info: GameInfo, wish: Wish): Promise<void> {
  const nonce = newNonce();
  const seats = wish.seats.map((seat) => (seat.kind === 'here' ? { ...seat, nonce: newNonce() } : seat));
  const { players, options, pause = 'everybody', timer } = wish;
  const made = await makeTable({ game: info.name, name: likings.name, avatar: likings.avatar, nonce, settings: { pace: PACE[likings.speed], pause, ...(timer === undefined ? {} : { timer }) }, players, options, seats });
  const nonces: Record<string, string> = { [String(made.seat)]: nonce };
  seats.forEach((seat, i) => {
    if (seat.kind === 'here' && seat.nonce) nonces[String(i)] = seat.nonce;
  });
  remember(made.table, { game: info.name, title: info.title, seats: [{ seat: made.seat, token: made.token }, ...(made.here ?? [])], nonces });
  router.go(tablePath(made.table));
}

/** Against bots, with the book's values where nothing else is said: one click. */
export function playNow(info: GameInfo, level: string, options: Record<string, number> = {}): Promise<void> {
  const players = info.players.common;
  const seats: SeatWish[] = Array.from({ length: players }, (_, i) => (i === 0 ? { kind: 'you' } : { kind: 'bot', level }));
  return startTable(info, { players, seats, options });
}
