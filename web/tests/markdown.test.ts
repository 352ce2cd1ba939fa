import { describe, expect, it } from 'vitest';
import { blocks, inlines } from '../src/lib/page/markdown';

describe('markdown', () => {
  it('reads headings, paragraphs, lists, quotes, rules and tables', () => {
    const text = '# Game\n\nFirst line\nand second.\n\n- one\n  goes on\n- two\n\n1. a\n2) b\n\n> said\n> so\n\n---\n\n| x | y |\n|---|:--|\n| 1 | **2** |\n';
    expect(blocks(text).map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'rule', 'table']);
    const [heading, paragraph, list, numbers, , , table] = blocks(text);
    expect(heading).toMatchObject({ level: 1, inlines: [{ kind: 'text', text: 'Game' }] });
    expect(paragraph).toMatchObject({ inlines: [{ text: 'First line and second.' }] });
    expect(list).toMatchObject({ ordered: false, items: [[{ text: 'one goes on' }], [{ text: 'two' }]] });
    expect(numbers).toMatchObject({ ordered: true });
    expect(table).toMatchObject({ head: [[{ text: 'x' }], [{ text: 'y' }]], rows: [[[{ text: '1' }], [{ kind: 'bold', text: '2' }]]] });
  });

  it('reads words within a line', () => {
    expect(inlines('a **b** *c* `d` [e](https://x.y) _f_ g_h_i')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'bold', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'em', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'e', href: 'https://x.y' },
      { kind: 'text', text: ' ' },
      { kind: 'em', text: 'f' },
      { kind: 'text', text: ' g_h_i' },
    ]);
  });

  it('lets no markup and no other kind of link through', () => {
    expect(inlines('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
    expect(inlines('[x](javascript:alert(1))').some((part) => part.kind === 'link')).toBe(false);
    expect(blocks('a <!-- hidden --> b')).toMatchObject([{ inlines: [{ text: 'a  b' }] }]);
  });

  it('ends on any input', () => {
    for (const text of ['', '\n\n', '|', '# ', '- ', '**', '[a](', '1.', '> ', '\t- x\n- y\n  z\n\nw']) expect(Array.isArray(blocks(text))).toBe(true);
  });
});
