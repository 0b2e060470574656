import { stat } from 'node:fs/promises';
import { probe } from '../ffmpeg/probe.ts';
import { MediaFailure } from '../ffmpeg/run.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';

/** ffmpeg stops somewhere about the most bytes that it may write. */
const SURELY_BELOW = 0.98;
/** Containers round the length of a film, and its streams needn't end together. */
const TOLERANCE_SECONDS = 1;
const LEAST_SHARE = 0.9;

/**
 * Rejects with MediaFailure where a conversion holds but the beginning of its source: ffmpeg ends well when its bytes are used up,
 * or when its source breaks off.
 */
export async function requireWhole(
  tools: MediaTools,
  target: string,
  { seconds, maxBytes }: { seconds: number; maxBytes: number },
): Promise<void> {
  const { size } = await stat(target);
  if (size >= maxBytes * SURELY_BELOW) throw new MediaFailure(`more than ${maxBytes} bytes would be needed`);
  const made = await probe(tools, target);
  if (made.seconds < seconds * LEAST_SHARE - TOLERANCE_SECONDS) {
    throw new MediaFailure(`only ${made.seconds} of ${seconds} seconds could be converted`);
  }
}
