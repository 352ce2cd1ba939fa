/**
 * A little Markdown, read into plain data: the page draws the data with its own elements, so nothing in a text can become
 * markup.
 */
export type Inline = { kind: 'text' | 'bold' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'quote'; inlines: Inline[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

const INLINE = /(\*\*(.+?)\*\*|__(.+?)__|\*(.+?)\*|_([^_\s][^_]*?)_(?!\w)|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\))/;

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  while (rest) {
    const match = INLINE.exec(rest);
    if (!match) break;
    if (match.index > 0) found.push({ kind: 'text', text: rest.slice(0, match.index) });
    const [whole, , bold1, bold2, em1, em2, code, label, href] = match;
    if (bold1 ?? bold2) found.push({ kind: 'bold', text: (bold1 ?? bold2) as string });
    else if (em1 ?? em2) found.push({ kind: 'em', text: (em1 ?? em2) as string });
    else if (code) found.push({ kind: 'code', text: code });
    else if (label && href && /^(https?:|\/|#)/.test(href)) found.push({ kind: 'link', text: label, href });
    else found.push({ kind: 'text', text: label ?? whole });
    rest = rest.slice(match.index + whole.length);
  }
  if (rest) found.push({ kind: 'text', text: rest });
  return found;
}

const cells = (row: string): Inline[][] => row.trim().replace(/^\||\|$/g, '').split('|').map((cell) => inlines(cell.trim()));
const BULLET = /^\s*[-*+]\s+(.*)$/;
const NUMBER = /^\s*\d+[.)]\s+(.*)$/;

export function blocks(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const found: Block[] = [];
  let at = 0;
  const line = (): string => lines[at] ?? '';
  while (at < lines.length) {
    if (!line().trim()) {
      at += 1;
      continue;
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line());
    if (heading) {
      found.push({ kind: 'heading', level: heading[1]!.length, inlines: inlines(heading[2]!) });
      at += 1;
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line())) {
      found.push({ kind: 'rule' });
      at += 1;
    } else if (line().includes('|') && /^[\s|:-]+$/.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-')) {
      const head = cells(line());
      const rows: Inline[][][] = [];
      at += 2;
      while (at < lines.length && line().includes('|')) {
        rows.push(cells(line()));
        at += 1;
      }
      found.push({ kind: 'table', head, rows });
    } else if (BULLET.test(line()) || NUMBER.test(line())) {
      const form = BULLET.test(line()) ? BULLET : NUMBER;
      const items: string[] = [];
      while (at < lines.length && line().trim()) {
        const item = form.exec(line());
        if (item) items.push(item[1]!);
        else if (/^\s+/.test(line()) && items.length) items[items.length - 1] += ` ${line().trim()}`;
        else break;
        at += 1;
      }
      found.push({ kind: 'list', ordered: form === NUMBER, items: items.map(inlines) });
    } else if (/^\s*>/.test(line())) {
      const said: string[] = [];
      while (at < lines.length && /^\s*>/.test(line())) {
        said.push(line().replace(/^\s*>\s?/, ''));
        at += 1;
      }
      found.push({ kind: 'quote', inlines: inlines(said.join(' ')) });
    } else {
      const said: string[] = [];
      while (at < lines.length && line().trim() && !/^#{1,6}\s/.test(line()) && !BULLET.test(line()) && !NUMBER.test(line())) {
        said.push(line().trim());
        at += 1;
      }
      found.push({ kind: 'paragraph', inlines: inlines(said.join(' ')) });
    }
  }
  return found;
}
