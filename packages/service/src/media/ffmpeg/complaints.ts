import { confinedInput, QUIETLY } from './confinement.ts';
import { MediaFailure, runProgram } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Seconds to check from the beginning of the film, from which its poster is taken. */
const SECONDS = 5;
const MOST_FRAMES = 100;

/**
 * Returns whether the beginning of a film decodes without an error. ffmpeg fills what it can't decode, for example with
 * grey.
 */
export async function decodesCleanly(tools: MediaTools, path: string, stream: number): Promise<boolean> {
  const args = [
    ...QUIETLY,
    '-nostdin',
    ...['-t', String(SECONDS)],
    ...confinedInput(path),
    ...['-map', `0:${stream}`, '-frames:v', String(MOST_FRAMES), '-threads', '1', '-f', 'null', '-'],
  ];
  try {
    return (await runProgram(tools.ffmpeg, args)) === '';
  } catch (error) {
    if (error instanceof MediaFailure) return false;
    throw error;
  }
}
