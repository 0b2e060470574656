/** Counts that all threads share, in a fixed amount of memory. */
import { createHash, randomBytes } from 'node:crypto';

const ROWS = 4;
const SLOTS = 65_536;
/** Each slot holds the number of a window and the count within it. */
const WINDOW_BITS = 12;
const COUNT_BITS = 20;
const WINDOWS = 2 ** WINDOW_BITS;

/** Highest count within a window. */
export const MOST_COUNTED = 2 ** COUNT_BITS - 1;

/** Counts by key and window. */
export interface SharedCounts {
  /** Counts one more of this key in this window and returns the new count. Window numbers increase over time. */
  add(key: string, window: number): number;
}

/** Plain data that threads pass to each other. */
export interface SharedCountsData {
  readonly slots: SharedArrayBuffer;
  readonly salt: string;
}

/** Allocates the memory for counts or for a gauge, with a random salt. */
export function newSharedCounts(): SharedCountsData {
  return { slots: new SharedArrayBuffer(ROWS * SLOTS * 4), salt: randomBytes(16).toString('hex') };
}

/**
 * A count-min sketch: each key has one slot in each row, which it may share with other keys. Its lowest slot is its own
 * count or more. With ten thousand callers at the same time, one in a thousand is counted together with others. The
 * salt keeps the positions secret, so that nobody can fill the slots of others.
 */
export function openSharedCounts({ slots, salt }: SharedCountsData): SharedCounts {
  const counts = new Uint32Array(slots);
  return {
    add: (key, window) => {
      const places = placesOf(salt, key);
      const mark = (window % WINDOWS) << COUNT_BITS;
      let least = MOST_COUNTED;
      for (let row = 0; row < ROWS; row++) {
        least = Math.min(least, addTo(counts, row * SLOTS + (places[row] as number), mark >>> 0));
      }
      return least;
    },
  };
}

/** Numbers by key that go up and down. */
export interface SharedGauge {
  /** Changes the number of this key and returns it, or more if other keys share all its slots. */
  add(key: string, change: 1 | -1): number;
}

/** The same sketch as a gauge. It needs data of its own, apart from those of counts. */
export function openSharedGauge({ slots, salt }: SharedCountsData): SharedGauge {
  const counts = new Int32Array(slots);
  return {
    add: (key, change) => {
      const inRows = [...placesOf(salt, key)].map(
        (place, row) => Atomics.add(counts, row * SLOTS + place, change) + change,
      );
      return Math.min(...inRows);
    },
  };
}

/** The slot of a key in each row. */
function placesOf(salt: string, key: string): Uint16Array {
  const digest = createHash('sha256').update(salt).update(key).digest();
  return new Uint16Array(digest.buffer.slice(digest.byteOffset, digest.byteOffset + ROWS * 2));
}

/** Retries if another thread has changed the slot in the meantime. */
function addTo(counts: Uint32Array, slot: number, mark: number): number {
  for (;;) {
    const before = Atomics.load(counts, slot);
    const isCurrent = before >>> COUNT_BITS === mark >>> COUNT_BITS;
    const count = isCurrent ? Math.min((before & MOST_COUNTED) + 1, MOST_COUNTED) : 1;
    const after = (mark | count) >>> 0;
    if (Atomics.compareExchange(counts, slot, before, after) === before) return count;
  }
}
