/** What is left of a wait, counted on this device between what the room says. */
import { language } from '../../lib/language.svelte';
import { likings } from '../../lib/settings.svelte';
import type { TableProps } from '../types';

export class Countdown {
  private passed = $state(0);

  /** To be made while a component is: it stops with it. */
  constructor(
    private readonly coming: () => TableProps['coming'],
    isPaused: () => boolean,
  ) {
    $effect(() => {
      const since = coming()?.since ?? 0;
      const paused = isPaused();
      const look = (): void => {
        this.passed = performance.now() - since;
      };
      if (paused) return;
      look();
      const timer = setInterval(look, likings.still ? 500 : 100);
      return () => clearInterval(timer);
    });
  }

  /** Milliseconds until it comes. */
  get wait(): number {
    return Math.max(0, (this.coming()?.in ?? 0) - this.passed);
  }

  /** Milliseconds until claims are taken. */
  get opens(): number {
    return Math.max(0, (this.coming()?.opens ?? 0) - this.passed);
  }

  get seconds(): string {
    const digits = this.wait >= 3000 || likings.still ? 0 : 1;
    return (digits === 0 ? Math.ceil(this.wait / 1000) : this.wait / 1000).toLocaleString(language.tongue.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }
}
