import { confinedInput, QUIETLY } from './confinement.ts';
import { runProgram } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Sample rate for reading: high enough to show loudness, with sixteen times less data than the sound itself. */
const SAMPLES_PER_SECOND = 8000;
/** Samples that are combined into one loudness value while the sound is read. */
const SAMPLES_PER_STEP = 400;

/** Reads the loudest sample of each of `count` equal parts of a sound, from 0 to 1. Rejects with CannotMake. */
export async function readPeaks(
  tools: MediaTools,
  path: string,
  options: {
    readonly stream: number;
    readonly count: number;
    /** Seconds to read from the beginning of the sound; absent reads all of it. */
    readonly first?: number;
  },
): Promise<readonly number[]> {
  const args = [
    ...QUIETLY,
    '-nostdin',
    ...(options.first === undefined ? [] : ['-t', String(options.first)]),
    ...confinedInput(path),
    ...['-map', `0:${options.stream}`, '-ac', '1', '-ar', String(SAMPLES_PER_SECOND)],
    ...['-threads', '1', '-f', 's16le', '-c:a', 'pcm_s16le', 'pipe:1'],
  ];
  const steps = gatherSteps();
  await runProgram(tools.ffmpeg, args, { onOutput: steps.add });
  return squeeze(steps.end(), options.count);
}

/** Collects the loudness of steps of equal length from chunks of any length. */
function gatherSteps() {
  const steps: number[] = [];
  let loudest = 0;
  let inStep = 0;
  let odd: number | undefined;
  const sample = (low: number, high: number) => {
    const value = Math.abs((((high << 8) | low) << 16) >> 16);
    if (value > loudest) loudest = value;
    inStep += 1;
    if (inStep < SAMPLES_PER_STEP) return;
    steps.push(loudest / 32768);
    loudest = 0;
    inStep = 0;
  };
  return {
    add: (chunk: Buffer) => {
      let at = 0;
      if (odd !== undefined && chunk.length > 0) {
        sample(odd, chunk[0] ?? 0);
        odd = undefined;
        at = 1;
      }
      for (; at + 1 < chunk.length; at += 2) sample(chunk[at] ?? 0, chunk[at + 1] ?? 0);
      if (at < chunk.length) odd = chunk[at];
    },
    end: () => (inStep > 0 ? [...steps, loudest / 32768] : steps),
  };
}

/** Resamples to exactly `count` values. Each is the maximum of its part, or the nearest value if the part is empty. */
export function squeeze(values: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * values.length) / count);
    const end = Math.max(start + 1, Math.floor(((part + 1) * values.length) / count));
    let greatest = 0;
    for (let at = start; at < end && at < values.length; at++) greatest = Math.max(greatest, values[at] ?? 0);
    return greatest;
  });
}
