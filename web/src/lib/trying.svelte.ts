/** One question at a time to the rules: what would follow? Only the answer to the last one counts. */
import type { Tried } from './speaking';
import type { TableProps } from '../games/types';

export class Trying {
  /** The answer; null while it is awaited, and where the actions cannot be taken. */
  answer = $state.raw<Tried | null>(null);
  /** Whether what was asked cannot be done. */
  refused = $state(false);
  private asked = '';

  /** Ask, unless it is what was asked last; without actions there is nothing to tell. */
  ask(tryOut: TableProps['tryOut'], actions: readonly number[], moment: unknown): void {
    const asked = JSON.stringify([actions, moment]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.answer = null;
    this.refused = false;
    if (actions.length === 0 || !tryOut) return;
    void tryOut([...actions]).then((answer) => {
      if (this.asked !== asked) return;
      this.answer = answer;
      this.refused = answer === null;
    });
  }
}
