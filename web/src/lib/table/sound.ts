/** Short synthesized sounds; no files. */
export type SoundName = 'slide' | 'flip' | 'land' | 'match' | 'score' | 'steal' | 'miss' | 'turn' | 'tick' | 'win' | 'lose' | 'refuse' | 'press' | 'chat' | 'drum' | 'grab' | 'robbed' | 'ruckus';

let context: AudioContext | null = null;
let out: GainNode | null = null;
let wanted = true;

export function setSound(on: boolean): void {
  wanted = on;
}

/** Browsers allow sound only after a user gesture. */
export function wakeSound(): void {
  if (!wanted || typeof AudioContext === 'undefined') return;
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = 0.32;
    out.connect(context.destination);
  }
  if (context.state === 'suspended') void context.resume();
}

function tone(freq: number, at: number, length: number, { type = 'triangle' as OscillatorType, volume = 0.5, to = freq } = {}): void {
  if (!context || !out) return;
  const begin = context.currentTime + at;
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(freq, begin);
  source.frequency.exponentialRampToValueAtTime(Math.max(20, to), begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(gain).connect(out);
  source.start(begin);
  source.stop(begin + length + 0.05);
}

let hiss: AudioBuffer | null = null;

function noise(at: number, length: number, { from = 1200, to = 4000, volume = 0.35, q = 0.9 } = {}): void {
  if (!context || !out) return;
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const begin = context.currentTime + at;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = hiss;
  filter.type = 'bandpass';
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + length * 0.3);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(filter).connect(gain).connect(out);
  source.start(begin);
  source.stop(begin + length + 0.02);
}

const SOUNDS: Record<SoundName, (step: number) => void> = {
  slide: () => noise(0, 0.16, { from: 900, to: 3200, volume: 0.3 }),
  flip: () => { noise(0, 0.07, { from: 3000, to: 1400, volume: 0.45, q: 1.6 }); tone(520, 0.01, 0.06, { volume: 0.14, to: 760 }); },
  land: () => { tone(190, 0, 0.09, { type: 'sine', volume: 0.5, to: 90 }); noise(0, 0.04, { from: 2400, to: 900, volume: 0.2 }); },
  match: () => [523, 659, 784, 1047].forEach((f, i) => tone(f, i * 0.06, 0.22, { volume: 0.34 })),
  score: (step) => tone(660 * 2 ** (Math.min(step, 12) / 12), 0, 0.16, { type: 'sine', volume: 0.42 }),
  steal: () => { tone(700, 0, 0.22, { type: 'sawtooth', volume: 0.14, to: 240 }); [392, 494, 587].forEach((f, i) => tone(f, 0.14 + i * 0.07, 0.2, { volume: 0.3 })); },
  miss: () => { tone(311, 0, 0.2, { volume: 0.3, to: 262 }); tone(233, 0.16, 0.3, { volume: 0.26, to: 185 }); },
  turn: () => { tone(784, 0, 0.22, { type: 'sine', volume: 0.4 }); tone(1175, 0.12, 0.34, { type: 'sine', volume: 0.34 }); },
  tick: () => tone(1400, 0, 0.03, { type: 'square', volume: 0.07 }),
  win: () => [523, 659, 784, 1047, 784, 1047, 1319].forEach((f, i) => tone(f, i * 0.11, 0.34, { volume: 0.36 })),
  lose: () => [440, 415, 392, 330].forEach((f, i) => tone(f, i * 0.16, 0.34, { volume: 0.28 })),
  refuse: () => { tone(170, 0, 0.13, { type: 'square', volume: 0.14 }); tone(140, 0.12, 0.18, { type: 'square', volume: 0.14 }); },
  press: () => tone(420, 0, 0.06, { type: 'sine', volume: 0.25, to: 560 }),
  chat: () => { tone(880, 0, 0.08, { type: 'sine', volume: 0.25 }); tone(1100, 0.07, 0.1, { type: 'sine', volume: 0.22 }); },
  grab: () => { noise(0, 0.12, { from: 1200, to: 5200, volume: 0.4 }); tone(440, 0.02, 0.14, { volume: 0.3, to: 990 }); },
  robbed: () => { noise(0, 0.12, { from: 4200, to: 900, volume: 0.35 }); tone(640, 0, 0.24, { type: 'sawtooth', volume: 0.13, to: 190 }); },
  ruckus: () => { [392, 523, 659, 784].forEach((f, i) => { tone(f, i * 0.09, 0.3, { type: 'sawtooth', volume: 0.12 }); tone(f / 2, i * 0.09, 0.3, { volume: 0.3 }); }); noise(0.36, 0.5, { from: 5000, to: 7000, volume: 0.22, q: 0.4 }); },
  drum: (step) => tone(330 + step * 36, 0, 0.05, { type: 'triangle', volume: 0.22 }),
};

export function play(name: SoundName, step = 0): void {
  if (!wanted || !context || document.hidden) return;
  SOUNDS[name](step);
}
