/**
 * What is drawn now. The room sends what happened, line by line, with the view after each; the scene plays the
 * lines one after the other and ends at the current view. The more lines wait, the faster it plays, and it skips
 * them while nobody is looking.
 */
import { tick } from 'svelte';
import type { Seat, View } from '../protocol';
import { settings } from '../page/settings.svelte';
import type { Line } from '../language/speaking';
import type { Stage } from './stage';

/** Something that lights up because of the last move. */
export interface Mark {
  at: string;
  flag?: string;
  /** Whom it is about, where the table says so by name. */
  about?: Seat;
  look: 'last' | 'wait' | 'no' | 'hint';
}

/** One thing to show, made of one or more lines. */
export interface Beat {
  kind: string;
  lines: Line[];
}

/** How a game animates its lines; each line carries the view after it. */
export interface Script<B extends Beat = Beat> {
  plan: (lines: Line[], view: View) => B[];
  perform: (beat: B, scene: Scene, stage: Stage) => Promise<void>;
  /** Without motion: what lights up, and for how long it is shown. */
  still: (beat: B, scene: Scene) => number;
}

/** How a race shows its lines: the new view is drawn at once, and what happened moves over it. */
export interface Rush<B extends Beat = Beat> {
  plan: (lines: Line[]) => B[];
  /** Whether these lines are nothing but the first deal. */
  isDeal: (lines: Line[]) => boolean;
  /** Called before the new view is drawn: old positions can be measured until the first `await`. */
  perform: (beat: B, scene: Scene, stage: Stage) => Promise<void>;
}

interface Turn {
  lines: Line[];
  view: View;
}

const MOST_WAITING = 6;

export class Scene {
  view = $state.raw<View | null>(null);
  lines = $state.raw<Line[]>([]);
  marks = $state.raw<Mark[]>([]);
  /** What is going on, in a few words, while something moves. */
  caption = $state('');
  /** For screen readers. */
  said = $state('');
  busy = $state(false);
  /** Things that are still flying and must not be drawn in their place yet. */
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  stage: Stage | null = null;
  private script: Script | null = null;
  private rush: Rush | null = null;
  private queue: Turn[] = [];
  private running = false;
  private epoch = 0;
  private jumped: { view: View | null; lines: Line[] } = { view: null, lines: [] };

  /** The last line that was shown or waits to be shown. */
  get lastLine(): number {
    const waiting = this.queue[this.queue.length - 1]?.lines;
    const lines = waiting?.length ? waiting : this.lines;
    return lines[lines.length - 1]?.n ?? -1;
  }

  use(script: Script | null, rush: Rush | null = null): void {
    this.script = script;
    this.rush = rush;
  }

  /** Show this now, whatever was going on. */
  jump(view: View | null, lines: Line[]): void {
    this.epoch += 1;
    this.queue = [];
    this.stage?.clear();
    this.jumped = { view, lines };
    this.still(view, lines);
    this.busy = false;
  }

  private still(view: View | null, lines: Line[]): void {
    this.hidden = new Set();
    this.marks = [];
    this.caption = '';
    this.lines = lines;
    this.view = view;
  }

  /** Open a table. If only the deal has happened so far, it is animated from its lines. */
  open(view: View, lines: Line[]): void {
    if (this.rush?.isDeal(lines)) {
      this.jump(view, []);
      void tick().then(() => (this.view === view ? this.feed(lines, view) : (this.lines = [...lines, ...this.lines])));
      return;
    }
    const blank = this.stage && this.script && !this.skips ? lines[0]?.after : undefined;
    if (!blank || !lines.every((line) => line.after)) {
      this.jump(view, lines);
      return;
    }
    this.jump(blank, []);
    this.feed(lines, view);
  }

  /** Something happened. */
  feed(lines: Line[], view: View): void {
    if (this.rush) {
      this.showAtOnce(lines, view, this.rush);
      return;
    }
    this.queue.push({ lines, view });
    this.busy = true;
    if (!this.running) void this.run();
  }

  /** A race queues nothing: several animations may run at once. */
  private showAtOnce(lines: Line[], view: View, rush: Rush): void {
    this.tell(lines);
    if (this.stage && this.view && !this.skips) {
      this.stage.tempo = settings.still ? 0 : settings.tempo;
      for (const beat of rush.plan(lines)) rush.perform(beat, this, this.stage).catch((fault: unknown) => console.error(fault));
    }
    this.view = view;
  }

  /** Only the choices or the asked seats changed: take the new view without playing anything. */
  settle(view: View): void {
    const last = this.queue[this.queue.length - 1];
    if (last) last.view = view;
    else if (!this.running) this.view = view;
    else this.queue.push({ lines: [], view });
  }

  set(view: View): Promise<void> {
    this.view = view;
    return tick();
  }

  hide(names: Iterable<string>): void {
    this.hidden = new Set([...this.hidden, ...names]);
  }

  unhide(names: Iterable<string>): void {
    const gone = new Set(names);
    this.hidden = new Set([...this.hidden].filter((name) => !gone.has(name)));
  }

  tell(lines: Line[]): void {
    if (lines.length === 0) return;
    this.lines = [...this.lines, ...lines];
    this.said = lines.map((line) => line.words).join(' ');
  }

  /** Nobody is looking, or too much is waiting. */
  private get skips(): boolean {
    return (typeof document !== 'undefined' && document.hidden) || this.queue.length > MOST_WAITING;
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      for (let turn = this.queue.shift(); turn; turn = this.queue.shift()) {
        const epoch = this.epoch;
        await this.play(turn, () => epoch !== this.epoch);
        if (epoch === this.epoch) this.view = turn.view;
        else this.still(this.jumped.view, this.jumped.lines); // what was under way may have changed things since
        await tick();
      }
    } finally {
      this.running = false;
      this.busy = false;
      this.caption = '';
    }
  }

  private async play(turn: Turn, isStale: () => boolean): Promise<void> {
    const { script, stage } = this;
    if (!script || !stage || !this.view || this.skips || !turn.lines.every((line) => line.after)) {
      this.tell(turn.lines);
      this.marks = [];
      return;
    }
    for (const beat of script.plan(turn.lines, this.view)) {
      if (isStale()) return;
      this.tell(beat.lines);
      const after: View = beat.lines[beat.lines.length - 1]?.after ?? this.view;
      stage.relax();
      stage.tempo = (settings.still ? 1 : settings.tempo) / (1 + 0.5 * this.queue.length);
      if (this.skips) {
        this.view = after;
      } else if (settings.still) {
        const ms = script.still(beat, this);
        await this.set(after);
        await stage.sleep(settings.speed === 'off' ? Math.min(ms, 250) : ms);
      } else {
        try {
          await script.perform(beat, this, stage);
        } catch (error) {
          console.error(error); // a fault in the show must not stop the game
        }
        if (isStale()) return;
        this.view = after;
      }
      await tick();
    }
    this.hidden = new Set();
  }
}
