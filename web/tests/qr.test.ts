import { describe, expect, it } from 'vitest';
import { qr } from '../src/lib/page/qr';

const draw = (text: string): string => (qr(text) ?? []).map((row) => row.map((on) => (on ? '#' : '.')).join('')).join('\n');

describe('QR codes', () => {
  it('takes the smallest version that fits', () => {
    expect(qr('hello')?.length).toBe(21);
    expect(qr('http://192.168.1.7:4210/t/plum-otter-4ujdtqbbyiewa3xk')?.length).toBe(33);
    expect(qr('x'.repeat(213))?.length).toBe(57);
    expect(qr('x'.repeat(214))).toBeNull();
  });

  it('has the three finders and the timing lines', () => {
    const grid = qr('rumpus') ?? [];
    expect(grid[0]?.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false]);
    expect(grid.map((row) => row[6]).slice(8, 13)).toEqual([true, false, true, false, true]);
  });

  it('writes a code whose data read back', () => {
    expect(draw('hello')).toMatchSnapshot();
  });
});
