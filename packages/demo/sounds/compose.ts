import { createRandom, type Random } from '../drawing/random.ts';
import { RATE } from './wav.ts';

const CHORDS = [
  [-12, -5, 0, 4, 7],
  [-15, -8, -3, 0, 4],
  [-19, -12, -7, -4, 0],
  [-17, -10, -5, -1, 2],
] as const;

/** Composes a piece of some seconds, which is always the same for the same seed; `key` shifts it by semitones. */
export function compose(seed: string, seconds: number, key: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * RATE));
  const random = createRandom(seed);
  for (let beat = 0; beat * 0.25 < seconds - 1; beat += 1) {
    const note = CHORDS[Math.floor(beat / 8) % 4]?.[[0, 2, 3, 4, 3, 2, 1, 3][beat % 8] ?? 0] ?? 0;
    pluck(samples, random, beat * 0.25, pitch(note + key), beat % 8 === 0 ? 0.8 : 0.45);
  }
  const length = Math.min(samples.length / 2, RATE * 0.4);
  for (let i = 0; i < length; i += 1) {
    const last = samples.length - 1 - i;
    samples[i] = (samples[i] ?? 0) * Math.min(1, (i / length) * 8);
    samples[last] = (samples[last] ?? 0) * (i / length);
  }
  return samples;
}

/** Returns the frequency of a note in Hz, given in semitones from A at 440 Hz. */
const pitch = (semitones: number): number => 440 * 2 ** (semitones / 12);

/** Adds a plucked string (Karplus-Strong synthesis). Times are in seconds. */
function pluck(into: Float32Array, random: Random, at: number, hertz: number, loudness: number): void {
  const period = Math.max(2, Math.round(RATE / hertz));
  const loop = new Float32Array(period).map(() => random.between(-1, 1));
  for (let i = Math.round(at * RATE), place = 0; i < into.length; i += 1) {
    const next = (place + 1) % period;
    const value = loop[place] ?? 0;
    loop[place] = (value + (loop[next] ?? 0)) * 0.4982;
    into[i] = (into[i] ?? 0) + value * loudness;
    place = next;
  }
}
