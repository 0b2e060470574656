/** Counts of all docs of a segment, deleted ones included. Cacheable because columns are immutable. */
import { type Codes, isBytes, type LinkColumn } from './segment.ts';

/** Cached results of `countsOf`. */
const countsOfColumns = new WeakMap<Codes, Int32Array>();

/** Returns the number of docs by code. */
export function countsOf(codes: Codes): Int32Array {
  return countsOfColumns.getOrInsertComputed(codes, () => (isBytes(codes) ? countBytes(codes) : countCodes(codes)));
}

function countBytes(codes: Uint8Array): Int32Array {
  const counts = new Int32Array(256);
  for (let doc = 0; doc < codes.length; doc++) {
    const code = codes[doc] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
}

function countCodes(codes: Codes): Int32Array {
  let most = 0;
  for (let doc = 0; doc < codes.length; doc++) most = Math.max(most, codes[doc] as number);
  const counts = new Int32Array(most + 1);
  for (let doc = 0; doc < codes.length; doc++) {
    const code = codes[doc] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

/** Cached results of `linkCountsOf`. */
const countsOfLinks = new WeakMap<LinkColumn, Int32Array>();

/**
 * Returns the number of docs at each node before `sumUp`, for viewers that see all nodes. `make` computes it on the
 * first call for a column.
 */
export function linkCountsOf(column: LinkColumn, make: () => Int32Array): Int32Array {
  return countsOfLinks.getOrInsertComputed(column, make);
}
