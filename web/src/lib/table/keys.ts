/** Keys at a table: what they do, and the numbers shown on buttons. */
import { sentence, type Sentence } from '../language/language.svelte';

/** Some keys and what they do, for the list of a game's keys. */
export interface KeyWords {
  keys: readonly string[];
  words: string | Sentence;
}

/** For a game that shows numbers on its buttons. */
export const NUMBERS: KeyWords = { keys: ['1', '…', '9'], words: sentence('go to the button with that number; the same key again presses it') };

/** Whether a key press is meant for the table: not typed into a field, not under a sheet, not a browser shortcut. */
export function isForTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !/^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName) && !document.querySelector('dialog[open]');
}

/** Focuses a button, or presses it if it has the focus already. Holding a key down presses nothing. */
export function pressTwice(button: HTMLElement | null | undefined, { repeat }: KeyboardEvent): void {
  if (!button || repeat) return;
  if (document.activeElement === button) button.click();
  else button.focus();
}

/** The visible button that shows a key. */
export function buttonWith(key: string): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts="${CSS.escape(key)}"]:enabled`);
  return [...all].find((button) => button.querySelector('kbd')?.checkVisibility());
}
