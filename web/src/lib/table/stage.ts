/** Moves things on the table with the Web Animations API. */
export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function spotOf(element: Element): Spot {
  const { x, y, width: w, height: h } = element.getBoundingClientRect();
  return { x, y, w, h };
}

/** A spot of the same shape as `like`, `w` wide, in the middle of `around`. */
export function centred(around: Spot, w: number, like: Spot): Spot {
  const h = (w * like.h) / like.w;
  return { x: around.x + (around.w - w) / 2, y: around.y + (around.h - h) / 2, w, h };
}

/** Points along an arc from one spot to another; `lift` is how far it rises above the straight line. */
export function bow(from: Spot, to: Spot, lift: number, steps = 10): Spot[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    const rise = 4 * t * (1 - t) * lift;
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t - rise, w: from.w + (to.w - from.w) * t, h: from.h + (to.h - from.h) * t };
  });
}

export interface FlightPlan {
  ms: number;
  lift?: number;
  spin?: number;
  delay?: number;
  easing?: string;
}

/** A card in the air: two sides, a place, a size. */
export class Flyer {
  readonly element = document.createElement('div');
  readonly turner = document.createElement('div');
  private turned = 0;

  constructor(
    private readonly stage: Stage,
    front: Element,
    back: Element | null,
    public spot: Spot,
    private readonly size: { w: number; h: number },
  ) {
    this.element.className = 'flyer';
    this.turner.className = 'flyer__turn';
    this.element.style.width = `${size.w}px`;
    this.element.style.height = `${size.h}px`;
    this.element.style.perspective = `${Math.round(size.w * 6)}px`;
    for (const [side, name] of [[front, 'front'], [back, 'back']] as const) {
      if (!side) continue;
      const holder = document.createElement('div');
      holder.className = `flyer__side flyer__side--${name}`;
      holder.append(side);
      this.turner.append(holder);
    }
    this.element.append(this.turner);
    this.element.style.transform = this.place(spot);
    stage.layer.append(this.element);
  }

  private place(spot: Spot, spin = 0): string {
    const scale = spot.w / this.size.w;
    return `translate(${spot.x}px, ${spot.y}px) scale(${scale}) rotate(${spin}deg)`;
  }

  async to(spot: Spot, plan: FlightPlan): Promise<void> {
    const { ms, lift = 0, spin = 0, delay = 0, easing = 'cubic-bezier(.35, 0, .2, 1)' } = plan;
    const points = bow(this.spot, spot, lift);
    const frames = points.map((point, i) => ({ transform: this.place(point, Math.sin((i / (points.length - 1)) * Math.PI) * spin) }));
    this.spot = spot;
    await this.stage.run(this.element, frames, { duration: ms, delay, easing, fill: 'both' });
    this.element.style.transform = this.place(spot);
  }

  /** Turn over; half way, when only the edge shows, `atEdge` is called. */
  async turn(ms: number, atEdge?: () => void, swell = 1.12): Promise<void> {
    const from = this.turned;
    this.turned += 180;
    const middle = `rotateY(${from + 90}deg) scale(${swell})`;
    await this.stage.run(this.turner, [{ transform: `rotateY(${from}deg)` }, { transform: middle }], { duration: ms / 2, easing: 'ease-in', fill: 'both' });
    atEdge?.();
    await this.stage.run(this.turner, [{ transform: middle }, { transform: `rotateY(${from + 180}deg)` }], { duration: ms / 2, easing: 'cubic-bezier(.2, 1.4, .4, 1)', fill: 'both' });
  }

  remove(): void {
    this.element.remove();
  }
}

export class Stage {
  /** Duration factor, relative to normal speed; 0 skips animations. */
  tempo = 1;
  private running = new Set<Animation>();
  private hurried = false;

  constructor(
    readonly root: HTMLElement,
    readonly layer: HTMLElement,
  ) {}

  find(name: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-at="${name}"]`);
  }

  spot(name: string): Spot | null {
    const element = this.find(name);
    return element ? spotOf(element) : null;
  }

  async run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
    const duration = Number(options.duration ?? 0) * this.tempo;
    const delay = Number(options.delay ?? 0) * this.tempo;
    if (duration + delay <= 0 || !element.isConnected) return;
    const animation = element.animate(frames, { ...options, duration, delay });
    if (this.hurried) animation.playbackRate = 5;
    this.running.add(animation);
    try {
      await animation.finished;
    } catch {
      // it was cancelled
    } finally {
      this.running.delete(animation);
    }
  }

  /** Wait, on the animations' clock, so that `hurry` shortens it too. */
  sleep(ms: number): Promise<void> {
    return this.run(this.layer, [], { duration: ms });
  }

  flyer(front: Element, back: Element | null, from: Spot, biggest: Spot = from): Flyer {
    const w = Math.max(from.w, biggest.w);
    return new Flyer(this, front, back, from, { w, h: (w * from.h) / from.w });
  }

  /** Change the page, and let everything under `names` glide from where it was to where it is now. */
  async shift(change: () => Promise<void> | void, ms = 260): Promise<Map<string, Spot>> {
    const before = new Map<string, Spot>();
    const all = (): HTMLElement[] => [...this.root.querySelectorAll<HTMLElement>('[data-shift]')];
    for (const element of all()) before.set(element.dataset.shift ?? '', spotOf(element));
    await change();
    const after = new Map<string, Spot>();
    for (const element of all()) {
      const name = element.dataset.shift ?? '';
      const now = spotOf(element);
      after.set(name, now);
      const was = before.get(name);
      if (!was || !now.w) continue;
      const [dx, dy, scale] = [was.x - now.x, was.y - now.y, was.h / now.h];
      if (Math.abs(dx) + Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.02) continue;
      void this.run(element, [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, transformOrigin: '0 0' }, { transform: 'none', transformOrigin: '0 0' }], { duration: ms, easing: 'cubic-bezier(.2, .8, .2, 1)' });
    }
    return after;
  }

  /** Confetti from a spot. */
  burst(at: Spot, colours: readonly string[], pieces = 16, reach = 120): void {
    if (this.tempo === 0) return;
    for (let i = 0; i < pieces; i++) {
      const piece = document.createElement('i');
      piece.className = 'spark';
      piece.style.background = colours[i % colours.length] ?? '#fff';
      this.layer.append(piece);
      const angle = (i / pieces) * Math.PI * 2 + Math.random() * 0.5;
      const far = reach * (0.55 + Math.random() * 0.6);
      const [x, y] = [at.x + at.w / 2, at.y + at.h / 2];
      const end = { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far + 26 };
      void this.run(
        piece,
        [
          { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 1 },
          { transform: `translate(${(x + end.x) / 2}px, ${(y + end.y) / 2 - 18}px) rotate(120deg) scale(1.1)`, opacity: 1, offset: 0.45 },
          { transform: `translate(${end.x}px, ${end.y}px) rotate(300deg) scale(.3)`, opacity: 0 },
        ],
        { duration: 620 + Math.random() * 240, easing: 'cubic-bezier(.1, .7, .3, 1)', fill: 'both' },
      ).then(() => piece.remove());
    }
  }

  bump(name: string, scale = 1.1): void {
    const element = this.find(name);
    if (element) void this.run(element, [{ scale: '1' }, { scale: String(scale), offset: 0.4 }, { scale: '1' }], { duration: 320, easing: 'ease-out' });
  }

  shake(name: string): void {
    const element = this.find(name);
    if (element) void this.run(element, [0, -6, 6, -4, 4, 0].map((x) => ({ translate: `${x}px 0` })), { duration: 360 });
  }

  /** Finish the running animations quickly. */
  hurry(): void {
    this.hurried = true;
    for (const animation of this.running) animation.playbackRate = 5;
  }

  /** A new beat begins at the usual speed. */
  relax(): void {
    this.hurried = false;
  }

  /** Finish everything and remove what is flying. */
  clear(): void {
    for (const animation of [...this.running]) animation.finish();
    this.layer.replaceChildren();
  }
}
