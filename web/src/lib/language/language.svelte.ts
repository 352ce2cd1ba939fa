/** The language of this page: `t` says something now, `sentence` keeps it as data, and `say` puts that into words. */
import { browserStorage, type TextStorage } from '../page/storage';
import { speak, tongueOf, type Catalogue, type Sentence, type Told, type Tongue, type Values } from './sentence';

export type { Sentence, Told, Value, Values } from './sentence';

/** The languages of this page, each by its own name. English is what the page is written in. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Lang = keyof typeof LANGUAGES;
/** A language, or the one that the browser prefers. */
export type LanguageWish = Lang | 'browser';

const ENGLISH = tongueOf('en');
const keyOf = (lang: string): string => `rumpus.words.${lang}`;

/** The first of the browser's languages that we have. */
export function preferred(wish: LanguageWish, asked: readonly string[]): Lang {
  if (wish !== 'browser') return wish;
  const found = asked.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (found as Lang | undefined) ?? 'en';
}

/** The translations cached at the last visit. */
function kept(lang: string, from: TextStorage | null): Catalogue | null {
  try {
    const words = JSON.parse(from?.getItem(keyOf(lang)) ?? 'null') as Catalogue | null;
    return words?.lang === lang && words.house && words.games && words.guides ? words : null;
  } catch {
    return null;
  }
}

function keep(words: Catalogue, to: TextStorage | null): void {
  try {
    to?.setItem(keyOf(words.lang), JSON.stringify(words));
  } catch {
    // storage is full: the translations are fetched again at the next visit
  }
}

async function fetched(lang: string): Promise<Catalogue> {
  const answer = await fetch(`/api/words/${lang}`);
  if (!answer.ok) throw new Error(`No words for ${lang}.`);
  return (await answer.json()) as Catalogue;
}

class Language {
  tongue = $state.raw<Tongue>(ENGLISH);
  private wanted: Lang = 'en';
  private coming = Promise.resolve();

  /** Switch the language; resolves once its translations are loaded. Without them the page stays in English. */
  use(wish: LanguageWish, asked: readonly string[] = navigator.languages, on: TextStorage | null = browserStorage()): Promise<void> {
    const lang = preferred(wish, asked);
    if (lang !== this.wanted) {
      this.wanted = lang;
      this.coming = this.learn(lang, on);
    }
    return this.coming;
  }

  private async learn(lang: Lang, on: TextStorage | null): Promise<void> {
    if (lang === 'en') return this.become(ENGLISH);
    const before = kept(lang, on);
    if (before) this.become(tongueOf(lang, before));
    const news = this.fetch(lang, on, before);
    if (!before) await news; // the cached translations are good enough until the new ones arrive
  }

  private async fetch(lang: Lang, on: TextStorage | null, before: Catalogue | null): Promise<void> {
    try {
      const words = await fetched(lang);
      keep(words, on);
      if (this.wanted === lang) this.become(tongueOf(lang, words));
    } catch {
      if (this.wanted !== lang || before) return;
      this.wanted = 'en';
      this.become(ENGLISH);
    }
  }

  private become(tongue: Tongue): void {
    this.tongue = tongue;
    if (typeof document !== 'undefined') document.documentElement.lang = tongue.lang;
  }
}

export const language = new Language();

/** A sentence in the language of the page. */
export function t(template: string, values: Values = {}, context = ''): string {
  return speak({ message: template, values, context }, language.tongue);
}

/** A sentence kept as data, to be said later in whatever language is set then. */
export function sentence(template: string, values: Values = {}, context = ''): Sentence {
  return { message: template, values, context };
}

/** One of our sentences or the room's; text without a template is kept as it is. */
export function say(said: string | Told, game = ''): string {
  if (typeof said === 'string') return said;
  const { message, values, context } = said;
  return message === undefined ? (said.reason ?? said.error ?? '') : speak({ message, values, context }, language.tongue, game);
}

/** Words that belong to a game, such as the title of an option. */
export function inGame(game: string, context: string, template: string, values: Values = {}): string {
  return speak({ message: template, values, context }, language.tongue, game);
}

/** A game's rules in the language of the page, or else in English. */
export function guideOf(info: { name: string; guide: string }): string {
  return language.tongue.catalogue?.guides[info.name] ?? info.guide;
}
