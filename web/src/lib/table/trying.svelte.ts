/** Asks the room what a selection would lead to, one question at a time; only the latest answer counts. */
import type { Tried } from '../language/speaking';

/** Asks the room what some actions would lead to; null if they cannot be taken. */
export type TryOut = (actions: number[]) => Promise<Tried | null>;

export class Trying {
  /** The answer; null while waiting, and if the actions cannot be taken. */
  answer = $state.raw<Tried | null>(null);
  /** Whether the actions cannot be taken. */
  refused = $state(false);
  private asked = '';

  /** Ask, unless it is the same question as before; without actions the answer is cleared. */
  ask(tryOut: TryOut | undefined, actions: readonly number[], moment: unknown): void {
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
