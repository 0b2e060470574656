/** Counts are below this. */
const TOP = 2 ** 31;

/**
 * The first `limit` of some numbers by their counts, the highest first, equal ones in their own order; without those that count
 * nothing or are skipped. Two walks through the counts leave little more than is wanted, and that is sorted as plain numbers, which
 * the engine does without asking back.
 */
export function mostCounted(
  numbers: Uint32Array,
  counts: Int32Array,
  skipped: Uint8Array,
  limit: number,
): readonly number[] {
  const { least, left } = leastOf(numbers, counts, skipped, limit);
  // A key is a count and a place, which together stay below 2^53.
  const places = 2 ** Math.ceil(Math.log2(numbers.length + 1));
  const keys = new Float64Array(left);
  let n = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    const count = counts[number] as number;
    if (count >= least && skipped[number] === 0) keys[n++] = (TOP - count) * places + place;
  }
  return Array.from(keys.subarray(0, n).sort().subarray(0, limit), (key) => numbers[key % places] as number);
}

/** A power of two: no lower count is among the first; and how many there are at most that count as much. */
function leastOf(numbers: Uint32Array, counts: Int32Array, skipped: Uint8Array, limit: number) {
  /** By the bits of the count. Most nodes count nothing or one: not to write these down is faster. */
  const ofBits = new Uint32Array(33);
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    const count = counts[number] as number;
    if (count <= 1) continue;
    const bits = 32 - Math.clz32(count);
    ofBits[bits] = (ofBits[bits] as number) + 1 - (skipped[number] as number);
  }
  let left = 0;
  for (let bits = 32; bits > 1; bits--) {
    left += ofBits[bits] as number;
    if (left >= limit) return { least: 2 ** (bits - 1), left };
  }
  return { least: 1, left: numbers.length };
}
