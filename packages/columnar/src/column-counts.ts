import type { Codes } from './columns.ts';

/** Cacheable because columns are immutable. */
const countsOfColumns = new WeakMap<Codes, Int32Array>();

/** Returns the number of docs by code, deleted docs included. */
export function countsOf(codes: Codes): Int32Array {
  return countsOfColumns.getOrInsertComputed(codes, () => {
    let most = 0;
    for (let doc = 0; doc < codes.length; doc++) most = Math.max(most, codes[doc] as number);
    const counts = new Int32Array(most + 1);
    for (let doc = 0; doc < codes.length; doc++) {
      const code = codes[doc] as number;
      counts[code] = (counts[code] as number) + 1;
    }
    return counts;
  });
}
