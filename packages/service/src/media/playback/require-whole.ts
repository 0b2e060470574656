import { stat } from 'node:fs/promises';
import { probe } from '../ffmpeg/probe.ts';
import { MediaFailure } from '../ffmpeg/run.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';

/** ffmpeg stops near its byte limit, not exactly at it; a file below this share of the limit was not cut. */
const SURELY_BELOW = 0.98;
/** Containers round a film's duration, and its streams need not end at the same time. */
const TOLERANCE_SECONDS = 1;
const LEAST_SHARE = 0.9;

/**
 * Rejects with MediaFailure if a conversion holds only the beginning of its source. The check is needed because ffmpeg
 * exits with success when it reaches its byte limit or its source ends early.
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
