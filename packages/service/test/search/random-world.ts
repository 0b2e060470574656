import type { Pools } from '../../../columnar/test/random-queries.ts';
import { CLOCK, HOUR, WORDS } from './random-catalogue.ts';

/** Assets of a random catalogue. */
export const ASSETS = 250;

/** The values to draw queries from. */
export const POOLS: Pools = {
  words: [...WORDS, 'nowhere'],
  ids: Array.from({ length: ASSETS + 10 }, (_, i) => i * 3 + 1),
  nodes: Array.from({ length: 60 }, (_, i) => i + 1),
  extensions: ['jpg', 'pdf', 'sea', 'none'],
  numbers: [-3, -2.5, 0, 1, 1.25, 7, 1000, 5000],
  instants: [
    ...[Date.UTC(2023, 0), Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 1, 12), Date.UTC(2024, 6, 5), Date.UTC(2025, 0)],
  ],
  seconds: [0, 0.3, 1.1, 59.9, 60, 300, 300.1],
  licences: ['CC-BY-4.0', 'CC-BY-SA-4.0-DE', 'https://a.example/terms', 'Ask', 'MIT'],
  sourceTypes: ['trainedAlgorithmicMedia', 'digitalCapture', 'none'],
  clock: Array.from({ length: 12 }, (_, i) => CLOCK + i * HOUR),
  pixels: [0, 1, 10, 15, 20, 500, 100_000],
};
