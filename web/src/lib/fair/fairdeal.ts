/** The fair-deal check: compare what the room promised before the game with what it reveals after it. */
import { say, sentence, t, type Sentence, type Told } from '../language/language.svelte';
import { newNonce, type Remembered, type Shown } from '../room/savedtables';
import type { GameRecord, Result, Seat } from '../protocol';
import { fromHex, sha256, toHex } from './sha256';

export interface Finding {
  good: boolean;
  /** Nothing is wrong, but the proof is incomplete. */
  weak?: boolean;
  title: Sentence;
  words: Told;
  proof?: string;
}

/** The key as the room computes it: the secret, then for each nonce its seat, its length and the nonce. */
export async function keyOf(secret: string, nonces: Record<string, string>): Promise<string> {
  const parts: number[] = [...fromHex(secret)];
  const seats = Object.keys(nonces).map(Number).sort((a, b) => a - b);
  for (const seat of seats) {
    const nonce = fromHex(nonces[String(seat)] ?? '');
    parts.push(seat, nonce.length, ...nonce);
  }
  return toHex(await sha256(Uint8Array.from(parts)));
}

/** The seal of a number, published before any number is shown. */
export async function sealOf(nonce: string): Promise<string> {
  return toHex(await sha256(fromHex(nonce)));
}

/** Our own number for the shuffle, and its seal. */
export async function newSeal(): Promise<[seal: string, nonce: string]> {
  const nonce = newNonce();
  return [await sealOf(nonce), nonce];
}

/** Whether two plain values are equal, ignoring the order of keys. */
export function same(a: unknown, b: unknown): boolean {
  const sorted = (x: unknown): string => JSON.stringify(x, (_, value: unknown) => (value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value));
  return sorted(a) === sorted(b);
}

/** What was published when a number was shown; none of it may change afterwards. */
export const beside = ({ round, commitment, seals, options }: Shown): unknown => [round, commitment, seals, options];

/** Whether everybody's number was sealed before the first was shown, and ours among them. */
export async function checkSeals(record: GameRecord, noted?: Remembered): Promise<Finding[]> {
  const ours = Object.keys(noted?.sealed ?? {}).length > 0 ? noted : undefined;
  const rounds = checkRounds(record, ours);
  return [await checkAll(record), ...(ours?.seats ?? []).map(({ seat }) => checkOurs(record, seat, ours?.shown ?? {})), ...rounds];
}

async function checkAll({ seats, seals = {}, nonces = {}, ...record }: GameRecord): Promise<Finding> {
  const numbers = Object.keys({ ...seals, ...(record.format > 1 ? nonces : {}) });
  const fits = await Promise.all(numbers.map(async (seat) => nonces[seat] !== undefined && (await sealOf(nonces[seat])) === seals[seat]));
  const others = seats.filter((chair, seat) => chair.kind !== 'bot' && seals[String(seat)] === undefined).map((chair) => chair.name);
  const proof = numbers.map((seat) => `seal of seat ${Number(seat) + 1} = ${seals[seat]}`).join(', ');
  if (!fits.every(Boolean)) return { good: false, title: sentence('A number is not the one that was sealed'), words: sentence('Everybody’s number had to be sealed before any was shown. At least one is not the one that was sealed, or was not sealed at all.'), proof };
  if (numbers.length === 0) return { good: true, weak: true, title: sentence('No number was sealed'), words: sentence('Whoever ran the room could have chosen the deal together with a player.') };
  const words = sentence('{n:number was|numbers were} sealed before any was shown, and each is the one that was sealed. So the room could not choose the deal, not even together with others.', { n: numbers.length });
  if (others.length === 0) return { good: true, title: sentence('Sealed before anything was shown'), words, proof };
  return { good: true, weak: true, title: sentence('Not everybody sealed a number'), words: sentence('{sealed} Players who sealed none have to take the room’s word for it: {names}.', { sealed: words, names: others }), proof };
}

/** Compare a record with what this device noted before it showed its number. */
function checkOurs(record: GameRecord, seat: Seat, shown: Record<string, Shown>): Finding {
  const seal = record.seals?.[String(seat)];
  const seen = seal === undefined ? undefined : shown[seal];
  const chair = record.seats[seat];
  const named = (record.missed ?? []).some(([, missing, name]) => missing === seat && (name === chair?.name || chair?.kind === 'bot'));
  if (seal === undefined && named) return { good: true, weak: true, title: sentence('Your number was not used'), words: sentence('The room says that it did not come in time.') };
  if (seal === undefined) return { good: false, title: sentence('Your number was left out'), words: sentence('This device sealed a number of its own, but the deal was made without it, and nothing says why.') };
  const asSeen = seen && same(beside(seen), [record.round, record.commitment, record.seals, record.options]);
  if (seen?.seat !== seat || record.nonces?.[String(seat)] !== seen.nonce) return { good: false, title: sentence('A number other than yours was used'), words: sentence('The number in your seat is not the one that this device sealed and showed.') };
  if (!asSeen) return { good: false, title: sentence('Something was changed after you showed your number'), words: sentence('The promise of the room, a seal, the round or an option is not what this device wrote down.'), proof: `noted: ${JSON.stringify(beside(seen))}` };
  return { good: true, title: sentence('Your own number was used'), words: sentence('It is the one that this device sealed, and when it was shown, the room and all others were bound to exactly what the record says.'), proof: `nonce of seat ${seat + 1} = ${seen.nonce}` };
}

/** Every round in which we showed a number and that was not dealt must name somebody who took part and did not show. */
function checkRounds({ missed = [], seals = {} }: GameRecord, noted?: Remembered): Finding[] {
  const before = Object.entries(noted?.shown ?? {}).filter(([seal, { seat }]) => seals[String(seat)] !== seal).map(([, shown]) => shown);
  if (before.some((shown) => !missed.some(([round, seat]) => round === shown.round && shown.seals[String(seat)] !== undefined))) return [{ good: false, title: sentence('A round was aborted in secret'), words: sentence('This device showed a number for a deal that was not used, and nobody is named for that.') }];
  if (before.some(({ heard, round, seat }) => heard && missed.some((entry) => entry[0] === round && entry[1] === seat))) return [{ good: false, title: sentence('You were named wrongly'), words: sentence('The room says that your number did not come in time, but it had confirmed it before.') }];
  if (missed.length === 0) return [];
  const names = missed.map(([round, , name]) => sentence('{name} (round {n})', { name, n: round }));
  return [{ good: true, weak: true, title: sentence('Somebody was missing'), words: sentence('Not in time with their number: {names}. Whoever knew the others’ numbers by then had one more try for each round that was restarted.', { names }) }];
}

/** The whole check in one line. */
export function inOneLine(findings: readonly Finding[]): string {
  const wrong = findings.filter((finding) => !finding.good);
  const weak = findings.filter((finding) => finding.weak);
  if (wrong.length > 0) return t('Something does not fit. {title}.', { title: wrong[0]!.title });
  return weak.length > 0 ? t('The deal fits. {title}.', { title: weak.map((finding) => say(finding.title)).join('. ') }) : t('The deal was fair.');
}

/** Everything this device can check about a record on its own. */
export async function checkRecord(record: GameRecord, noted?: Remembered): Promise<Finding[]> {
  const { commitment, secret = '', nonces = {}, key = '' } = record;
  const found = await checkDeal({ commitment, result: { secret, nonces, key }, noted: noted?.commitment ?? '', mine: (record.format === 1 && noted?.nonces) || {} });
  return [...found, ...(await checkSeals(record, noted))];
}

/** The remembered table of a record, if this device sat at it. */
export function notesOn(record: GameRecord, tables: readonly Remembered[]): Remembered | undefined {
  const seals = new Set(Object.values(record.seals ?? {}));
  return tables.find(({ commitment, shown = {} }) => commitment === record.commitment || Object.keys(shown).some((seal) => seals.has(seal)));
}

export interface Proofs {
  /** What the room reveals now. */
  commitment: string;
  result: Pick<Result, 'key' | 'secret' | 'nonces'>;
  /** The commitment noted when this device came to the table ('' if it came late). */
  noted: string;
  /** This device's own nonces by seat, if any. */
  mine?: Record<string, string>;
  names?: Record<string, string>;
}

export async function checkDeal(proofs: Proofs): Promise<Finding[]> {
  const { commitment, result, noted } = proofs;
  const findings: Finding[] = [];
  const hash = toHex(await sha256(fromHex(result.secret)));
  const promised = noted || commitment;
  findings.push({
    good: promised === commitment && hash === promised,
    title: sentence('The promise was kept'),
    words: noted
      ? sentence('When it came to the table, this device wrote down a fingerprint of the room’s secret. The secret shown now has exactly that fingerprint, so the room could not change it during the game.')
      : sentence('The secret has the fingerprint that the room published before the deal. (This device came later and did not write it down itself.)'),
    proof: `sha256(secret) = ${hash}`,
  });
  const key = await keyOf(result.secret, result.nonces);
  const people = Object.keys(result.nonces).length;
  findings.push({
    good: key === result.key,
    title: sentence('Everybody had a hand in the shuffle'),
    words: sentence('The key that shuffled the cards is made of the secret and of {n:number} from the seats. Computed again it comes out the same: nobody could choose it alone.', { n: people }),
    proof: `key = ${key}`,
  });
  for (const [seat, nonce] of Object.entries(proofs.mine ?? {})) {
    findings.push({
      good: result.nonces[seat] === nonce,
      title: sentence('Your own number was used'),
      words: sentence('This device made up a number of its own for the shuffle, and it is among those that were used.'),
      proof: `nonce of seat ${Number(seat) + 1} = ${nonce}`,
    });
  }
  return findings;
}
