/** Our part of the deal: seal a number of our own, and show it once everybody has sealed. */
import { Connection, socketUrl, type ConnectionWishes } from './connection';
import { beside, newSeal, same } from './fairdeal';
import { recall, remember, shelf as ownShelf, type Shelf, type Shown } from './memory';
import type { Answer, Command } from './connection';
import type { Lobby, Seat } from './protocol';

/** Answers every state of a table with what our seats have to do for the deal, each thing until the room has taken it. */
export function dealer(table: string, send: (command: Command) => Promise<Answer>, shelf: Shelf | null = ownShelf()): (lobby: Lobby, seats: readonly Seat[]) => Promise<void> {
  const done = new Set<string>();

  async function seal(seat: Seat): Promise<boolean> {
    const [ours, nonce] = await newSeal();
    remember(table, { sealed: { ...recall(table, shelf)?.sealed, [ours]: nonce } }, shelf);
    const answer = await send({ type: 'seal', seat, seal: ours });
    if (answer.type !== 'refused') return true;
    const { [ours]: _, ...sealed } = recall(table, shelf)?.sealed ?? {};
    remember(table, { sealed }, shelf); // another page of this seat was first, or nothing can be saved now
    return false;
  }

  async function show(seat: Seat, { deal, commitment, options }: Lobby): Promise<boolean> {
    const noted = recall(table, shelf);
    const ours = deal?.seals[String(seat)] ?? '';
    const nonce = noted?.sealed?.[ours];
    if (!deal || !nonce) return true;
    const before = noted.shown?.[ours];
    const now: Shown = { seat, nonce, round: deal.round, commitment, seals: deal.seals, options };
    // The room knows a number that was shown: beside anything else, the rest could be chosen to go with it.
    if (before && !same(beside(before), beside(now))) return true;
    const note = (more: Partial<Shown>): void => remember(table, { shown: { ...recall(table, shelf)?.shown, [ours]: { ...now, ...recall(table, shelf)?.shown?.[ours], ...more } } }, shelf);
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

/** Take part in the deal of a rematch while its people still look at the result; returns how to stop. */
export function dealAhead(table: string, tokens: string[], more: Partial<ConnectionWishes> = {}, shelf: Shelf | null = ownShelf()): () => void {
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
  const hear = dealer(table, (command) => connection.send(command), shelf);
  return () => connection.close();
}
