/** Our part of the deal: seal a number of our own, and show it once everybody has sealed. */
import { Connection, socketUrl, type ConnectionWishes } from '../room/connection';
import { beside, newSeal, same } from './fairdeal';
import { browserStorage, type TextStorage } from '../page/storage';
import { recall, remember, type Shown } from '../room/savedtables';
import type { Answer, Command } from '../room/connection';
import type { Lobby, Seat } from '../protocol';

/** Answers every table state with what our seats owe the deal, and repeats it until the room has accepted it. */
export function dealer(table: string, send: (command: Command) => Promise<Answer>, storage: TextStorage | null = browserStorage()): (lobby: Lobby, seats: readonly Seat[]) => Promise<void> {
  const done = new Set<string>();

  async function seal(seat: Seat): Promise<boolean> {
    const [ours, nonce] = await newSeal();
    remember(table, { sealed: { ...recall(table, storage)?.sealed, [ours]: nonce } }, storage);
    const answer = await send({ type: 'seal', seat, seal: ours });
    if (answer.type !== 'refused') return true;
    const { [ours]: _, ...sealed } = recall(table, storage)?.sealed ?? {};
    remember(table, { sealed }, storage); // another page of this seat was first, or nothing can be saved now
    return false;
  }

  async function show(seat: Seat, { deal, commitment, options }: Lobby): Promise<boolean> {
    const noted = recall(table, storage);
    const ours = deal?.seals[String(seat)] ?? '';
    const nonce = noted?.sealed?.[ours];
    if (!deal || !nonce) return true;
    const before = noted.shown?.[ours];
    const now: Shown = { seat, nonce, round: deal.round, commitment, seals: deal.seals, options };
    // Never show a number again with other seals: the room knows it by then, and could choose the rest to fit.
    if (before && !same(beside(before), beside(now))) return true;
    const note = (more: Partial<Shown>): void => remember(table, { shown: { ...recall(table, storage)?.shown, [ours]: { ...now, ...recall(table, storage)?.shown?.[ours], ...more } } }, storage);
    note({});
    const answer = await send({ type: 'show', seat, nonce });
    if (answer.type === 'done') note({ heard: true });
    return answer.type === 'done';
  }

  return async (lobby, seats) => {
    const { round, phase, seals } = lobby.deal ?? { round: 0, phase: '', seals: {} as Record<string, string> };
    const parts = seats.filter((seat) => phase === 'show' || (phase === 'seal' && !seals[String(seat)]));
    await Promise.all(parts.map(async (seat) => {
      const part = `${round} ${phase} ${seat}`;
      if (done.has(part)) return;
      done.add(part); // once at a time
      if (!(await (phase === 'show' ? show(seat, lobby) : seal(seat)))) done.delete(part);
    }));
  };
}

/** Take part in a rematch's deal while people still look at the result; returns a function that stops it. */
export function dealAhead(table: string, tokens: string[], more: Partial<ConnectionWishes> = {}, storage: TextStorage | null = browserStorage()): () => void {
  const connection: Connection = new Connection({
    url: more.url ?? socketUrl(table),
    tokens,
    onNews: (news) => {
      if (news.type !== 'table') return;
      if (news.table.status === 'open') void hear(news.table, news.you);
      else connection.close();
    },
    onState: () => {},
    ...more,
  });
  const hear = dealer(table, (command) => connection.send(command), storage);
  return () => connection.close();
}
