/** The fair-deal check: hold what the room promised before the game against what it shows after it. */
import { newNonce } from './memory';
import type { Result } from './protocol';
import { fromHex, sha256, toHex } from './sha256';

export interface Finding {
  good: boolean;
  title: string;
  words: string;
  proof?: string;
}

/** The key as the room makes it: the secret, then each nonce behind its seat and its length. */
export async function keyOf(secret: string, nonces: Record<string, string>): Promise<string> {
  const parts: number[] = [...fromHex(secret)];
  const seats = Object.keys(nonces).map(Number).sort((a, b) => a - b);
  for (const seat of seats) {
    const nonce = fromHex(nonces[String(seat)] ?? '');
    parts.push(seat, nonce.length, ...nonce);
  }
  return toHex(await sha256(Uint8Array.from(parts)));
}

/** What is published of a number before anybody's is shown. */
export async function sealOf(nonce: string): Promise<string> {
  return toHex(await sha256(fromHex(nonce)));
}

/** A number of our own for the shuffle, behind its seal. */
export async function newSeal(): Promise<[seal: string, nonce: string]> {
  const nonce = newNonce();
  return [await sealOf(nonce), nonce];
}

export interface Seals {
  /** The seals in the record, and who did not seal or show in time. */
  seals: Record<string, string>;
  missed: [number, number][];
  /** The seals that this device saw before it showed its own number. */
  noted?: Record<string, string>;
  /** Each round and seat for which this device has shown its number. */
  shown?: string[];
  names: string[];
}

/** Whether everybody's number was sealed before the first was shown. */
export async function checkSeals(nonces: Record<string, string>, { seals, missed, noted, shown = [], names }: Seals): Promise<Finding[]> {
  const sealed = Object.keys(seals);
  if (sealed.length === 0 && !noted) return [];
  const fits = await Promise.all(sealed.map(async (seat) => (await sealOf(nonces[seat] ?? '')) === seals[seat]));
  const asSeen = !noted || JSON.stringify(Object.entries(noted).sort()) === JSON.stringify(Object.entries(seals).sort());
  const findings: Finding[] = [{
    good: fits.every(Boolean) && asSeen,
    title: 'Sealed before anything was shown',
    words: `${sealed.length === 1 ? 'One number was' : `${sealed.length} numbers were`} sealed before any was shown, and each is the one that was sealed. ${noted ? 'The seals are those that this device wrote down.' : '(This device did not write the seals down itself.)'} So not even the room together with one of the players could choose the deal.`,
    proof: sealed.map((seat) => `seal of seat ${Number(seat) + 1} = ${seals[seat]}`).join(', '),
  }];
  const wronged = missed.filter(([round, seat]) => shown.includes(`${round} ${seat}`));
  if (missed.length > 0) {
    findings.push({
      good: wronged.length === 0,
      title: 'Who was missing',
      words: wronged.length > 0 ? 'The room says that you did not show your number, but this device did.' : `Not in time with their number: ${missed.map(([round, seat]) => `${names[seat] ?? `seat ${seat + 1}`} (round ${round})`).join(', ')}. After that all began anew.`,
    });
  }
  return findings;
}

export interface Proofs {
  /** What the room shows now. */
  commitment: string;
  result: Pick<Result, 'key' | 'secret' | 'nonces'>;
  /** What this device wrote down when it came to the table ('' if it came late). */
  noted: string;
  /** This device's own nonces by seat, where it brought any. */
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
    title: 'The promise was kept',
    words: noted
      ? 'When it came to the table, this device wrote down a fingerprint of the room’s secret. The secret shown now has exactly that fingerprint, so the room could not change it during the game.'
      : 'The secret has the fingerprint that the room published before the deal. (This device came later and did not write it down itself.)',
    proof: `sha256(secret) = ${hash}`,
  });
  const key = await keyOf(result.secret, result.nonces);
  const people = Object.keys(result.nonces).length;
  findings.push({
    good: key === result.key,
    title: 'Everybody had a hand in the shuffle',
    words: `The key that shuffled the cards is made of the secret and of ${people === 1 ? 'one number' : `${people} numbers`} from the seats. Computed again it comes out the same: nobody could choose it alone.`,
    proof: `key = ${key}`,
  });
  for (const [seat, nonce] of Object.entries(proofs.mine ?? {})) {
    findings.push({
      good: result.nonces[seat] === nonce,
      title: 'Your own number was used',
      words: 'This device made up a number of its own for the shuffle, and it is among those that were used.',
      proof: `nonce of seat ${Number(seat) + 1} = ${nonce}`,
    });
  }
  return findings;
}
