import { firstIndex } from '../../core/src/domain/binary-search.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import type { Perspective } from './perspective.ts';
import type { SeenSegment } from './seen-segment.ts';
import type { Boundaries } from './segment.ts';

/** Docs that are looked at together at first; of whom few are visible, more and more. */
const CHUNK = 64;

/** Answers so far: within `[from, to)` the next boundary is `to`. */
interface Known {
  from: EpochMs;
  to: EpochMs;
}

const known = new WeakMap<Perspective, Known>();

/** Returns the next instant after `at` at which an asset that the viewer may see begins or ends to be valid. */
export function nextBoundary(perspective: Perspective, at: EpochMs): EpochMs | undefined {
  const found = known.getOrInsertComputed(perspective, () => ({ from: Number.POSITIVE_INFINITY, to: at }));
  if (at < found.from || at >= found.to) {
    const nexts = perspective.segments.flatMap((segment) => {
      const { begins, ends } = segment.open.columns;
      return [begins, ends].map((boundaries) => nextOf(boundaries, segment, at));
    });
    found.from = at;
    found.to = Math.min(...nexts);
  }
  return found.to === Number.POSITIVE_INFINITY ? undefined : found.to;
}

function nextOf({ times, docs }: Boundaries, segment: SeenSegment, at: EpochMs): EpochMs {
  let from = firstIndex(0, times.length, (place) => (times[place] as number) > at);
  for (let length = CHUNK; from < docs.length; length *= 2) {
    const chunk = docs.subarray(from, from + length);
    const [first] = segment.visible(chunk);
    if (first !== undefined) return times[from + chunk.indexOf(first)] as number;
    from += chunk.length;
  }
  return Number.POSITIVE_INFINITY;
}
