/**
 * Sentences as data: an English template and its values, put into words of any language.
 *
 * `{x}` is a value, `{x:or}` a list joined with "or", `{n:card}` or `{n:die|dice}` a counted noun; there is at
 * most one of those in a template. A catalogue knows a counted template by its singular.
 */
export type Value = number | string | Sentence | readonly Value[];
export type Values = Readonly<Record<string, Value>>;

export interface Sentence {
  message: string;
  values?: Values | undefined;
  context?: string | undefined;
}

/** The room's reason why something is not possible: in English, and as a template for other languages. */
export interface Told extends Partial<Sentence> {
  reason?: string;
  error?: string;
}

/** Translations by template, prefixed with a context if one word has several meanings. */
export type Messages = Readonly<Record<string, string | readonly string[]>>;

export interface Catalogue {
  lang: string;
  /** The categories of numbers, in the order of a message's forms. */
  plurals: readonly string[];
  house: Messages;
  games: Readonly<Record<string, Messages>>;
  guides: Readonly<Record<string, string>>;
}

/** A language as this page speaks it. */
export interface Tongue {
  lang: string;
  catalogue: Catalogue | null;
  /** Which of a message's forms a number takes. */
  form: (n: number) => number;
  number: (n: number) => string;
  list: (items: readonly string[], kind: 'and' | 'or') => string;
}

export function tongueOf(lang: string, catalogue: Catalogue | null = null): Tongue {
  const rules = new Intl.PluralRules(lang);
  const used = catalogue?.plurals ?? [];
  const numbers = new Intl.NumberFormat(lang);
  const place = lang === 'en' ? 'en-GB' : lang; // "a, b and c", as the rulebooks write it
  const lists = { and: new Intl.ListFormat(place), or: new Intl.ListFormat(place, { type: 'disjunction' }) };
  return { lang, catalogue, form: (n) => used.indexOf(rules.select(n)), number: (n) => numbers.format(n), list: (items, kind) => lists[kind].format(items) };
}

interface Forms {
  one: string;
  many: string;
  /** The value that is counted, if one is. */
  counted: string;
}

/** Where the brace at `start` is closed. */
function closing(template: string, start: number): number {
  let depth = 0;
  for (let at = start; at < template.length; at += 1) {
    if (template[at] === '{') depth += 1;
    else if (template[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

/** A template for one and for many. */
export function formsOf(template: string): Forms {
  const start = /\{\w+:(?!or\})/.exec(template)?.index ?? -1;
  const end = start < 0 ? -1 : closing(template, start);
  if (end < 0) return { one: template, many: template, counted: '' };
  const [counted = '', noun = ''] = template.slice(start + 1, end).split(/:(.*)/s);
  const [single = '', plural = `${single}s`] = noun.split('|');
  const made = (words: string): string => `${template.slice(0, start)}{${counted}} ${words}${template.slice(end + 1)}`;
  return { one: made(single), many: made(plural), counted };
}

function spoken(value: Value, tongue: Tongue, game: string, kind: 'and' | 'or'): string {
  if (typeof value === 'number') return tongue.number(value);
  if (typeof value === 'string') return value;
  if ('message' in value) return speak(value, tongue, game);
  return tongue.list(value.map((item) => spoken(item, tongue, game, kind)), kind);
}

function translated(forms: Forms, context: string, n: number, { catalogue, form }: Tongue, game: string): string {
  const key = context ? `${context}\u0004${forms.one}` : forms.one;
  const places = catalogue ? [catalogue.games[game], catalogue.house, ...Object.values(catalogue.games)] : [];
  const found = places.find((messages) => messages && Object.hasOwn(messages, key))?.[key];
  if (typeof found === 'string') return found;
  return found?.[Math.min(form(n), found.length - 1)] ?? (n === 1 ? forms.one : forms.many);
}

/** A sentence in words, looked up in a game's own catalogue, in the program's, and in those of all games. */
export function speak({ message, values = {}, context = '' }: Sentence, tongue: Tongue, game = ''): string {
  const forms = formsOf(message);
  const counted = values[forms.counted];
  const text = translated(forms, context, typeof counted === 'number' ? counted : 1, tongue, game);
  return text.replace(/\{(\w+)(:or)?\}/g, (whole, name: string, or?: string) => (Object.hasOwn(values, name) ? spoken(values[name]!, tongue, game, or ? 'or' : 'and') : whole));
}
