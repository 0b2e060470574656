/** Measures the loudness of a sound over time, for its waveform. */
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
  let rest: Buffer = Buffer.alloc(0);
  return {
    add: (chunk: Buffer) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - (bytes.length % 2);
      for (let at = 0; at < end; at += 2) {
        loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(at)));
        inStep += 1;
        if (inStep < SAMPLES_PER_STEP) continue;
        steps.push(loudest / 32768);
        [loudest, inStep] = [0, 0];
      }
      rest = bytes.subarray(end);
    },
    end: () => (inStep > 0 ? [...steps, loudest / 32768] : steps),
  };
}

/** Resamples to exactly `count` values. Each is the maximum of its part, or the nearest value if the part is empty. */
function squeeze(values: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * values.length) / count);
    const end = Math.max(start + 1, Math.floor(((part + 1) * values.length) / count));
    let greatest = 0;
    for (let at = start; at < end && at < values.length; at++) greatest = Math.max(greatest, values[at] ?? 0);
    return greatest;
  });
}
