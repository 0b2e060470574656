/** Counts are below this. */
const TOP = 2 ** 31;
/** As many times the wanted ones are gathered before those that are too few are dropped. */
const ROOM = 4;

/**
 * The first `limit` of some numbers by their counts, the highest first, equal ones in their own order; without those that count
 * nothing or are skipped. Most are refused by one comparison, and what is left is sorted as plain numbers, which the engine does
 * without asking back.
 */
export function mostCounted(
  numbers: Uint32Array,
  counts: Int32Array,
  skipped: Uint8Array,
  limit: number,
): readonly number[] {
  // A key is a count and a place, which together stay below 2^53.
  const places = 2 ** Math.ceil(Math.log2(numbers.length + 1));
  const keys = new Float64Array(limit * ROOM);
  let n = 0;
  let least = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    const count = counts[number] as number;
    if (count <= least || skipped[number] === 1) continue;
    keys[n++] = (TOP - count) * places + place;
    if (n < keys.length) continue;
    keys.sort();
    n = limit;
    least = TOP - Math.floor((keys[limit - 1] as number) / places);
  }
  const sorted = keys.subarray(0, n).sort().subarray(0, limit);
  return Array.from(sorted, (key) => numbers[key % places] as number);
}
