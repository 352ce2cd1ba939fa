/** Create a table and remember our seats at it. */
import { makeTable } from './api';
import { newSeal } from '../fair/fairdeal';
import { newNonce, remember } from './savedtables';
import type { GameInfo, SeatWish } from '../protocol';
import { router, tablePath } from '../page/router.svelte';
import { settings, type Speed } from '../page/settings.svelte';

const PACE: Record<Speed, string> = { calm: 'slow', normal: 'normal', quick: 'quick', off: 'quick' };

/** Who may pause the game. */
export type Pauser = 'everybody' | 'host' | 'nobody';

export interface Wish {
  players: number;
  seats: SeatWish[];
  options: Record<string, number>;
  pause?: Pauser;
  /** Whether clocks run; if left out, the room decides. */
  timer?: boolean;
}

export async function startTable(info: GameInfo, wish: Wish): Promise<void> {
  const [seal, nonce] = await newSeal();
  const sealed: Record<string, string> = { [seal]: nonce };
  const seats = await Promise.all(wish.seats.map(async (seat) => {
    if (seat.kind !== 'here') return seat;
    const [theirs, number] = await newSeal();
    sealed[theirs] = number;
    return { ...seat, seal: theirs };
  }));
  const { players, options, pause = 'everybody', timer } = wish;
  const made = await makeTable({ game: info.name, name: settings.name, avatar: settings.avatar, seal, again: newNonce(), settings: { pace: PACE[settings.speed], pause, ...(timer === undefined ? {} : { timer }) }, players, options, seats });
  remember(made.table, { game: info.name, title: info.title, seats: [{ seat: made.seat, token: made.token }, ...(made.here ?? [])], sealed });
  router.go(tablePath(made.table));
}

/** Start a game against bots with one click, with the rulebook's options unless others are given. */
export function playNow(info: GameInfo, level: string, options: Record<string, number> = {}): Promise<void> {
  const players = info.players.common;
  const seats: SeatWish[] = Array.from({ length: players }, (_, i) => (i === 0 ? { kind: 'you' } : { kind: 'bot', level }));
  return startTable(info, { players, seats, options });
}
