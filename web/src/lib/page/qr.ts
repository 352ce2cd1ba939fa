/** QR codes for links: byte mode, error correction M, the smallest version that fits (up to 10). */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}

/** For each version: error-correction bytes per block, blocks of the first kind, their data bytes, blocks of the second kind. */
const SHAPES: readonly (readonly [number, number, number, number])[] = [
  [10, 1, 16, 0], [16, 1, 28, 0], [26, 1, 44, 0], [18, 2, 32, 0], [24, 2, 43, 0],
  [16, 4, 27, 0], [18, 4, 31, 0], [22, 2, 38, 2], [22, 3, 36, 2], [26, 4, 43, 1],
];
const ALIGN: readonly (readonly number[])[] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

function correction(data: number[], n: number): number[] {
  let poly = [1];
  for (let i = 0; i < n; i++) {
    const next = new Array<number>(poly.length + 1).fill(0);
    poly.forEach((c, j) => {
      next[j]! ^= c;
      next[j + 1]! ^= c ? EXP[LOG[c]! + i]! : 0;
    });
    poly = next;
  }
  const rest = [...data, ...new Array<number>(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    if (lead) poly.forEach((c, j) => (rest[i + j]! ^= c ? EXP[LOG[c]! + LOG[lead]!]! : 0));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [ec, first, size, second] = SHAPES[version - 1]!;
  const room = first * size + second * (size + 1);
  const bits: number[] = [];
  const put = (value: number, n: number): void => {
    for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const blocks: number[][] = [];
  for (let b = 0, at = 0; b < first + second; b++) {
    const n = size + (b >= first ? 1 : 0);
    blocks.push(data.slice(at, at + n));
    at += n;
  }
  const checks = blocks.map((block) => correction(block, ec));
  const out: number[] = [];
  for (let i = 0; i <= size; i++) for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < ec; i++) for (const check of checks) out.push(check[i]!);
  return out;
}

function remainder(value: number, bits: number, poly: number): number {
  let rest = value << bits;
  const top = 31 - Math.clz32(poly);
  for (let i = 31 - Math.clz32(rest || 1); i >= top; i = 31 - Math.clz32(rest || 1)) {
    if (!rest) break;
    rest ^= poly << (i - top);
  }
  return (value << bits) | rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

function frame(version: number): Grid {
  const n = version * 4 + 17;
  const grid: Grid = Array.from({ length: n }, () => new Array<boolean | null>(n).fill(null));
  const set = (x: number, y: number, on: boolean): void => {
    if (x >= 0 && y >= 0 && x < n && y < n) grid[y]![x] = on;
  };
  for (const [cx, cy] of [[3, 3], [n - 4, 3], [3, n - 4]] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, far !== 2 && far !== 4);
      }
  const marks = ALIGN[version - 1]!;
  for (const cy of marks)
    for (const cx of marks) {
      if (grid[cy]![cx] !== null) continue;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  for (let i = 8; i < n - 8; i++) {
    grid[6]![i] ??= i % 2 === 0;
    grid[i]![6] ??= i % 2 === 0;
  }
  if (version >= 7) {
    const bits = remainder(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const on = ((bits >> i) & 1) === 1;
      set(n - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), n - 11 + (i % 3), on);
    }
  }
  writeFormat(grid, 0);
  return grid;
}

/** Error correction M is 00. */
function writeFormat(grid: Grid, mask: number): void {
  const n = grid.length;
  const bits = remainder(mask, 10, 0x537) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) grid[i]![8] = bit(i);
  grid[7]![8] = bit(6);
  grid[8]![8] = bit(7);
  grid[8]![7] = bit(8);
  for (let i = 9; i < 15; i++) grid[8]![14 - i] = bit(i);
  for (let i = 0; i < 8; i++) grid[8]![n - 1 - i] = bit(i);
  for (let i = 8; i < 15; i++) grid[n - 15 + i]![8] = bit(i);
  grid[n - 8]![8] = true;
}

function penalty(grid: boolean[][]): number {
  const n = grid.length;
  let sum = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))];
  for (const line of lines) {
    let run = 1;
    for (let i = 1; i <= n; i++) {
      if (i < n && line[i] === line[i - 1]) run += 1;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    const text = line.map((on) => (on ? '1' : '0')).join('');
    sum += 40 * ((text.match(/(?=10111010000)/g) ?? []).length + (text.match(/(?=00001011101)/g) ?? []).length);
  }
  let dark = 0;
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      if (grid[y]![x]) dark += 1;
      if (x && y && grid[y]![x] === grid[y]![x - 1] && grid[y]![x] === grid[y - 1]![x] && grid[y]![x] === grid[y - 1]![x - 1]) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (n * n) - 10));
}

/** The dark squares of a text's code, row by row; null if it is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = SHAPES.findIndex(([, first, size, second], i) => first * size + second * (size + 1) >= bytes.length + (i < 9 ? 2 : 3)) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  const blank = frame(version);
  const n = blank.length;
  let best: boolean[][] | null = null;
  let least = Infinity;
  MASKS.forEach((masked, mask) => {
    const grid = blank.map((row) => [...row]);
    let at = 0;
    for (let right = n - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right -= 1;
      for (let i = 0; i < n; i++) {
        const y = up ? n - 1 - i : i;
        for (const x of [right, right - 1]) {
          if (grid[y]![x] !== null) continue;
          const on = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
          at += 1;
          grid[y]![x] = (on === 1) !== masked(x, y);
        }
      }
    }
    writeFormat(grid, mask);
    const done = grid as boolean[][];
    const cost = penalty(done);
    if (cost < least) [best, least] = [done, cost];
  });
  return best;
}
