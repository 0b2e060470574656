/** What all docs of a segment count, dead ones among them. Columns never change. */
import { type Codes, isBytes, type LinkColumn } from './segment.ts';

/** How many docs have each code. */
const countsOfColumns = new WeakMap<Codes, Uint32Array>();

export function countsOf(codes: Codes): Uint32Array {
  return countsOfColumns.getOrInsertComputed(codes, () => (isBytes(codes) ? countBytes(codes) : countCodes(codes)));
}

function countBytes(codes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let doc = 0; doc < codes.length; doc++) {
    const code = codes[doc] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
}

function countCodes(codes: Codes): Uint32Array {
  let most = 0;
  for (let doc = 0; doc < codes.length; doc++) most = Math.max(most, codes[doc] as number);
  const counts = new Uint32Array(most + 1);
  for (let doc = 0; doc < codes.length; doc++) {
    const code = codes[doc] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

/** Docs at each node before `sumUp`, for who sees all nodes; `make` counts them once. */
const countsOfLinks = new WeakMap<LinkColumn, Int32Array>();

export function linkCountsOf(column: LinkColumn, make: () => Int32Array): Int32Array {
  return countsOfLinks.getOrInsertComputed(column, make);
}
