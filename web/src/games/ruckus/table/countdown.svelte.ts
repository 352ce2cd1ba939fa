/** The time left of a wait, counted locally between updates from the room. */
import { language } from '../../../lib/language/language.svelte';
import { settings } from '../../../lib/page/settings.svelte';
import type { TableProps } from '../../../lib/table/game';

export class Countdown {
  private passed = $state(0);

  /** Create it during component initialisation; it stops with the component. */
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
      const timer = setInterval(look, settings.still ? 500 : 100);
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
    const digits = this.wait >= 3000 || settings.still ? 0 : 1;
    return (digits === 0 ? Math.ceil(this.wait / 1000) : this.wait / 1000).toLocaleString(language.tongue.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }
}
