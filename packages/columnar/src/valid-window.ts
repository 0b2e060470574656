/**
 * A span of time in which few docs begin or end to be valid. Where invalid docs are hidden, caches hold for a whole window:
 * they lack the docs that are invalid all through it, and each query subtracts those that change within it and are invalid
 * at its instant.
 */
import { firstIndex } from '../../core/src/domain/binary-search.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import { type Bits, clearBits, countBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Boundaries } from './segment.ts';
import { statesOf } from './segment-states.ts';

export interface ValidWindow {
  /** Its first instant. */
  readonly from: EpochMs;
  /** The first instant after it. */
  readonly to: EpochMs;
  readonly segments: readonly SegmentWindow[];
}

export interface SegmentWindow {
  /** Docs that are invalid all through the window; undefined if there are none. */
  readonly invalid: Bits | undefined;
  /** Docs whose state changes within it, ascending. */
  readonly changing: Uint32Array;
}

/**
 * Returns the window that begins with the last boundary at or before an instant, and in which at most `max` docs of each segment
 * begin to be valid, and at most `max` end.
 */
export function windowAt(segments: readonly OpenSegment[], at: EpochMs, max: number): ValidWindow {
  const windowEnds = segments.flatMap(({ columns: { begins, ends } }) =>
    [begins, ends].map(({ times }) => times[indexAfter(times, at) + max] ?? Number.POSITIVE_INFINITY),
  );
  const to = Math.min(...windowEnds, Number.POSITIVE_INFINITY);
  const from = Math.max(
    ...segments.flatMap(({ columns: { begins, ends } }) => [begins, ends].map((each) => lastBoundary(each, at))),
  );
  return { from, to, segments: segments.map((segment) => segmentWindow(segment, at, to)) };
}

function lastBoundary({ times }: Boundaries, at: EpochMs): EpochMs {
  return times[indexAfter(times, at) - 1] ?? Number.NEGATIVE_INFINITY;
}

function segmentWindow(segment: OpenSegment, at: EpochMs, to: EpochMs): SegmentWindow {
  const { begins, ends } = segment.columns;
  const within = ({ times, docs }: Boundaries) =>
    docs.subarray(
      indexAfter(times, at),
      firstIndex(0, times.length, (place) => (times[place] as number) >= to),
    );
  const changing = Uint32Array.from(new Set([...within(begins), ...within(ends)])).sort();
  const states = statesOf(segment);
  states.moveTo(at);
  const invalid = states.invalid();
  clearBits(invalid, changing);
  return { invalid: countBits(invalid) === 0 ? undefined : invalid, changing };
}

function indexAfter(times: Float64Array, at: EpochMs): number {
  return firstIndex(0, times.length, (place) => (times[place] as number) > at);
}
