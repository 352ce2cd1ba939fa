/** The player's settings, kept on this device. */
import { AVATARS } from './avatars';
import { language, say, sentence, t, type LanguageWish } from '../language/language.svelte';
import { setSound } from '../table/sound';

export type Speed = 'calm' | 'normal' | 'quick' | 'off';
export type Theme = 'system' | 'night' | 'day';
export type TextSize = 'normal' | 'large' | 'huge';

const KEY = 'rumpus.settings';
/** Names for guests who have not typed one. */
const FRUIT = [sentence('Plum'), sentence('Fig'), sentence('Lime'), sentence('Pear'), sentence('Quince'), sentence('Mango'), sentence('Cherry'), sentence('Melon'), sentence('Olive'), sentence('Peach')];
/** How long animations take, relative to normal. */
const TEMPO: Record<Speed, number> = { calm: 1.5, normal: 1, quick: 0.55, off: 0 };

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}

function stored(): Record<string, unknown> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function one<T extends string>(value: unknown, of: readonly T[], otherwise: T): T {
  return of.includes(value as T) ? (value as T) : otherwise;
}

class UserSettings {
  /** The name that was typed in; null for a guest. */
  private typed = $state<string | null>(null);
  private fruit = $state(0);
  avatar = $state('cat');
  speed = $state<Speed>('normal');
  sound = $state(true);
  theme = $state<Theme>('system');
  text = $state<TextSize>('normal');
  language = $state<LanguageWish>('browser');
  /** Tutorials that were done or skipped, by game. */
  learned = $state<string[]>([]);
  /** The system asks for less motion. */
  lessMotion = $state(false);
  private dark = $state(true);

  constructor() {
    const kept = stored();
    this.typed = typeof kept.name === 'string' && kept.name ? kept.name : null;
    this.fruit = typeof kept.fruit === 'number' && kept.fruit in FRUIT ? kept.fruit : Math.floor(Math.random() * FRUIT.length);
    this.avatar = typeof kept.avatar === 'string' ? kept.avatar : pick(AVATARS);
    this.speed = one(kept.speed, ['calm', 'normal', 'quick', 'off'], 'normal');
    this.sound = kept.sound !== false;
    this.theme = one(kept.theme, ['system', 'night', 'day'], 'system');
    this.text = one(kept.text, ['normal', 'large', 'huge'], 'normal');
    this.language = one(kept.language, ['browser', 'en', 'de'], 'browser');
    this.learned = Array.isArray(kept.learned) ? kept.learned.filter((x) => typeof x === 'string') : [];
  }

  /** Follow the system's preferences, apply the settings to the page, and store them. Called once. */
  begin(): void {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const dark = matchMedia('(prefers-color-scheme: light)');
    const look = (): void => {
      this.lessMotion = motion.matches;
      this.dark = !dark.matches;
    };
    motion.addEventListener('change', look);
    dark.addEventListener('change', look);
    look();
    addEventListener('languagechange', () => void language.use(this.language));
    $effect.root(() => {
      $effect(() => void language.use(this.language));
      $effect(() => setSound(this.sound));
      $effect(() => {
        const root = document.documentElement;
        root.dataset.theme = this.shownTheme;
        root.dataset.text = this.text;
        root.dataset.motion = this.still ? 'less' : 'full';
        document.querySelector('meta[name="theme-color"]')?.setAttribute('content', this.shownTheme === 'day' ? '#f3e7d3' : '#17122b');
      });
      $effect(() => {
        const { typed: name, fruit, avatar, speed, sound, theme, text, language, learned } = this;
        try {
          localStorage.setItem(KEY, JSON.stringify({ name, fruit, avatar, speed, sound, theme, text, language, learned }));
        } catch {
          // storage is not available
        }
      });
    });
  }

  get name(): string {
    return this.typed ?? t('Guest {fruit}', { fruit: say(FRUIT[this.fruit]!) });
  }

  set name(name: string) {
    this.typed = name;
  }

  get shownTheme(): 'night' | 'day' {
    return this.theme === 'system' ? (this.dark ? 'night' : 'day') : this.theme;
  }

  /** Whether cards do not fly: highlights and words tell what happened. */
  get still(): boolean {
    return this.lessMotion || this.speed === 'off';
  }

  get tempo(): number {
    return TEMPO[this.speed];
  }
}

export const settings = new UserSettings();
