import type { Random } from '../drawing/random.ts';
import { RATE } from './wav.ts';

/** Hertz of a note, counted in semitones from the A of 440 Hz. */
export const pitch = (semitones: number): number => 440 * 2 ** (semitones / 12);

/** Adds a plucked string (Karplus and Strong's loop of noise). Times in seconds. */
export function pluck(into: Float32Array, random: Random, at: number, hertz: number, loudness: number): void {
  const period = Math.max(2, Math.round(RATE / hertz));
  const loop = new Float32Array(period).map(() => random.between(-1, 1));
  const start = Math.round(at * RATE);
  for (let i = start, place = 0; i < into.length; i += 1) {
    const next = (place + 1) % period;
    const value = loop[place] ?? 0;
    loop[place] = (value + (loop[next] ?? 0)) * 0.4982;
    into[i] = (into[i] ?? 0) + value * loudness;
    place = next;
  }
}

/** Adds a bell: partials that do not quite fit, fading at their own speeds. */
export function bell(into: Float32Array, at: number, hertz: number, loudness: number): void {
  const partials = [
    [1, 1, 1.6],
    [2.01, 0.5, 2.4],
    [2.8, 0.3, 3.6],
    [5.1, 0.12, 6],
  ] as const;
  const start = Math.round(at * RATE);
  for (const [ratio, share, decay] of partials) {
    const end = Math.min(into.length, start + Math.round((6 / decay) * RATE));
    const wave = oscillator(hertz * ratio, Math.exp(-decay / RATE));
    for (let i = start; i < end; i += 1) into[i] = (into[i] ?? 0) + wave() * share * loudness;
  }
}

/** Adds a soft chord that swells and fades. */
export function pad(into: Float32Array, at: number, seconds: number, notes: readonly number[], loudness: number): void {
  const start = Math.round(at * RATE);
  const length = Math.round(seconds * RATE);
  const end = Math.min(into.length, start + length);
  const swell = new Float32Array(1025).map((_, index) => Math.sin((Math.PI * index) / 1024) ** 1.3 * loudness);
  for (const hertz of notes) {
    const [first, second, third] = [oscillator(hertz, 1), oscillator(hertz * 1.004, 1), oscillator(hertz * 2.002, 1)];
    for (let i = start; i < end; i += 1) {
      const tone = first() + 0.35 * second() + 0.2 * third();
      into[i] = (into[i] ?? 0) + tone * (swell[Math.floor(((i - start) / length) * 1024)] ?? 0);
    }
  }
}

/** A sine wave, sample by sample, that gets weaker by the factor `decay` each time. */
function oscillator(hertz: number, decay: number): () => number {
  const step = (2 * Math.PI * hertz) / RATE;
  const turn = 2 * Math.cos(step) * decay;
  const loss = decay * decay;
  let before = -Math.sin(step) / decay;
  let now = 0;
  return () => {
    const value = now;
    now = turn * now - loss * before;
    before = value;
    return value;
  };
}

/** Adds noise through a filter that opens and closes: waves, wind or rain. `every` is the time between two gusts. */
export function gusts(into: Float32Array, random: Random, every: number, brightness: number, loudness: number): void {
  let low = 0;
  let lower = 0;
  for (let i = 0; i < into.length; i += 1) {
    const time = i / RATE;
    const swell = 0.25 + 0.75 * (0.5 - 0.5 * Math.cos((2 * Math.PI * time) / every)) ** 2;
    const open = brightness * (0.2 + 0.8 * swell);
    low += (random.between(-1, 1) - low) * open;
    lower += (low - lower) * 0.02;
    into[i] = (into[i] ?? 0) + (low - lower) * swell * loudness;
  }
}
