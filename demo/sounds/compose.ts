import { createRandom, type Random } from '../drawing/random.ts';
import { bell, gusts, pad, pitch, pluck } from './instruments.ts';
import { RATE } from './wav.ts';

/** What kind of piece it is. */
export type PieceKind = 'plucked' | 'bells' | 'chords' | 'waves' | 'wind' | 'rain';

const CHORDS = [
  [-12, -5, 0, 4, 7],
  [-15, -8, -3, 0, 4],
  [-19, -12, -7, -4, 0],
  [-17, -10, -5, -1, 2],
] as const;
const FIVE_NOTES = [-12, -10, -8, -5, -3, 0, 2, 4, 7, 9, 12] as const;

/** A short piece of about `seconds`, always the same for the same seed; `key` shifts it by semitones. */
export function compose(kind: PieceKind, seed: string, seconds: number, key: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * RATE));
  const random = createRandom(seed);
  PIECES[kind](samples, random, seconds, key);
  fadeEnds(samples);
  return samples;
}

const PIECES: Readonly<
  Record<PieceKind, (samples: Float32Array, random: Random, seconds: number, key: number) => void>
> = {
  plucked: (samples, random, seconds, key) => {
    for (let beat = 0; beat * 0.25 < seconds - 1; beat += 1) {
      const chord = CHORDS[Math.floor(beat / 8) % CHORDS.length] ?? CHORDS[0];
      const note = chord[[0, 2, 3, 4, 3, 2, 1, 3][beat % 8] ?? 0] ?? 0;
      pluck(samples, random, beat * 0.25, pitch(note + key), beat % 8 === 0 ? 0.8 : 0.45);
    }
  },
  bells: (samples, random, seconds, key) => {
    for (let time = 0; time < seconds - 1.5; time += random.pick([0.25, 0.5, 0.5, 0.75]))
      bell(samples, time, pitch(random.pick(FIVE_NOTES) + 12 + key), random.between(0.2, 0.5));
    pad(samples, 0, seconds, [pitch(-24 + key), pitch(-17 + key)], 0.1);
  },
  chords: (samples, random, seconds, key) => {
    CHORDS.forEach((chord, index) => {
      pad(
        samples,
        (index * seconds) / 4.4,
        seconds / 3,
        chord.map((note) => pitch(note + key)),
        0.18,
      );
    });
    for (let time = 0.4; time < seconds - 2; time += 1.1)
      bell(samples, time, pitch(random.pick(FIVE_NOTES) + 24 + key), 0.08);
  },
  waves: (samples, random, seconds) => gusts(samples, random, seconds / 2, 0.34, 1),
  wind: (samples, random, seconds, key) => {
    gusts(samples, random, seconds / 3, 0.07, 1);
    bell(samples, seconds * 0.4, pitch(-12 + key), 0.05);
  },
  rain: (samples, random, seconds) => {
    gusts(samples, random, seconds * 3, 0.6, 0.5);
    for (let drop = 0; drop < seconds * 7; drop += 1)
      bell(
        samples.subarray(0, samples.length),
        random.between(0, seconds - 0.3),
        random.between(1400, 3800),
        random.between(0.005, 0.02),
      );
  },
};

function fadeEnds(samples: Float32Array): void {
  const length = Math.min(samples.length / 2, RATE * 0.4);
  for (let i = 0; i < length; i += 1) {
    const share = i / length;
    samples[i] = (samples[i] ?? 0) * Math.min(1, share * 8);
    samples[samples.length - 1 - i] = (samples[samples.length - 1 - i] ?? 0) * share;
  }
}
