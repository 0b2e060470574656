/**
 * Which docs of a segment are valid at an instant (extensions E4). Each thread keeps two sets of bits that it moves along
 * the sorted boundaries, so that a step of the clock costs as much as the docs that it changes.
 */
import { firstIndex } from '../../core/src/domain/binary-search.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import type { Validity } from '../../core/src/domain/validity.ts';
import { type Bits, bitsFor, clearBits, clearRest, countBits, setBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Boundaries } from './segment.ts';

/** The states of all docs at the instant that they were last moved to. */
export class SegmentStates {
  /** Docs that have ended, and docs that have not begun; no doc is in both. */
  readonly expired: Bits;
  readonly upcoming: Bits;
  readonly #begins: Boundaries;
  readonly #ends: Boundaries;
  #begun = 0;
  #ended = 0;

  constructor({ columns: { begins, ends }, size }: OpenSegment) {
    this.expired = bitsFor(size);
    this.upcoming = bitsFor(size);
    this.#begins = begins;
    this.#ends = ends;
    setBits(this.upcoming, begins.docs);
  }

  /** Moves to an instant, forwards or backwards. Returns a number that differs where any state differs. */
  moveTo(at: EpochMs): number {
    const begun = passed(this.#begins, at, this.#begun);
    const ended = passed(this.#ends, at, this.#ended);
    clearBits(this.upcoming, this.#begins.docs.subarray(this.#begun, begun));
    setBits(this.upcoming, this.#begins.docs.subarray(begun, this.#begun));
    setBits(this.expired, this.#ends.docs.subarray(this.#ended, ended));
    clearBits(this.expired, this.#ends.docs.subarray(ended, this.#ended));
    this.#begun = begun;
    this.#ended = ended;
    return begun * (this.#ends.docs.length + 1) + ended;
  }

  /** Returns new bits of the docs that are not valid. */
  invalid(): Bits {
    return this.expired.map((word, i) => word | (this.upcoming[i] as number));
  }

  /** Returns new bits of the docs that are in one of the states. */
  in(states: readonly Validity[], size: number): Bits {
    const bits = bitsFor(size);
    const add = (others: Bits, flip = 0) => {
      for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | ((others[i] as number) ^ flip);
    };
    if (states.includes('expired')) add(this.expired);
    if (states.includes('upcoming')) add(this.upcoming);
    if (states.includes('valid')) add(this.invalid(), -1);
    clearRest(bits, size);
    return bits;
  }

  /** The number of docs in each state, deleted ones included. */
  counts(size: number): Readonly<Record<Validity, number>> {
    const [expired, upcoming] = [countBits(this.expired), countBits(this.upcoming)];
    return { valid: size - expired - upcoming, expired, upcoming };
  }
}

const statesOfSegments = new WeakMap<OpenSegment, SegmentStates>();

/** Returns the states of a segment in this thread; the caller moves them, and nobody else before it returns. */
export function statesOf(segment: OpenSegment): SegmentStates {
  return statesOfSegments.getOrInsertComputed(segment, () => new SegmentStates(segment));
}

/** Returns how many boundaries are at or before an instant. The clock mostly moves a little, so looks near `from` first. */
function passed({ times }: Boundaries, at: EpochMs, from: number): number {
  const isBefore = from === 0 || (times[from - 1] as number) <= at;
  if (isBefore && (from === times.length || (times[from] as number) > at)) return from;
  return firstIndex(0, times.length, (place) => (times[place] as number) > at);
}
