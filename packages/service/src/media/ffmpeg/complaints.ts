import { confinedInput, QUIETLY } from './confinement.ts';
import { MediaFailure, run } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Beginning of the film that is looked at: that of its poster. */
const SECONDS = 5;
const MOST_FRAMES = 100;

/** Whether the beginning of a film decodes without a complaint: what can't be decoded is made up, as grey for example. */
export async function decodesCleanly(tools: MediaTools, path: string, stream: number): Promise<boolean> {
  const args = [
    ...QUIETLY,
    '-nostdin',
    ...['-t', String(SECONDS)],
    ...confinedInput(path),
    ...['-map', `0:${stream}`, '-frames:v', String(MOST_FRAMES), '-threads', '1', '-f', 'null', '-'],
  ];
  try {
    return (await run(tools.ffmpeg, args)) === '';
  } catch (error) {
    if (error instanceof MediaFailure) return false;
    throw error;
  }
}
