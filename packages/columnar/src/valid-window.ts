/**
 * Time in which few docs become valid or stop being so. What is cached where invalid docs are hidden holds for a whole
 * window: docs that are invalid all through it are left out, and for those that change within it each query takes off what
 * is invalid at its instant.
 */
import { firstIndex } from '../../core/src/domain/binary-search.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import { type Bits, clearBits, countBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Boundaries } from './segment.ts';
import { statesOf } from './segment-states.ts';

export interface ValidWindow {
  /** The first instant inside and the first after it. */
  readonly from: EpochMs;
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
 * Returns the window that begins with the last boundary before an instant, and in which at most `most` docs of a segment
 * begin to be valid, and as many end.
 */
export function windowAt(segments: readonly OpenSegment[], at: EpochMs, most: number): ValidWindow {
  const ends = segments.flatMap(({ columns: { begins, ends } }) =>
    [begins, ends].map(({ times }) => times[after(times, at) + most] ?? Number.POSITIVE_INFINITY),
  );
  const to = Math.min(...ends, Number.POSITIVE_INFINITY);
  const from = Math.max(
    ...segments.flatMap(({ columns: { begins, ends } }) => [begins, ends].map((each) => lastOf(each, at))),
  );
  return { from, to, segments: segments.map((segment) => segmentWindow(segment, at, to)) };
}

function lastOf({ times }: Boundaries, at: EpochMs): EpochMs {
  return times[after(times, at) - 1] ?? Number.NEGATIVE_INFINITY;
}

function segmentWindow(segment: OpenSegment, at: EpochMs, to: EpochMs): SegmentWindow {
  const { begins, ends } = segment.columns;
  const within = ({ times, docs }: Boundaries) =>
    docs.subarray(
      after(times, at),
      firstIndex(0, times.length, (place) => (times[place] as number) >= to),
    );
  const changing = Uint32Array.from(new Set([...within(begins), ...within(ends)])).sort();
  const states = statesOf(segment);
  states.moveTo(at);
  const invalid = states.invalid();
  clearBits(invalid, changing);
  return { invalid: countBits(invalid) === 0 ? undefined : invalid, changing };
}

function after(times: Float64Array, at: EpochMs): number {
  return firstIndex(0, times.length, (place) => (times[place] as number) > at);
}
