/** Upper bound of counts. */
const TOP = 2 ** 31;

/**
 * Returns the `limit` numbers with the highest counts, in descending order of count and, for ties, in their given
 * order. Numbers that count 0 or are skipped are left out. Two passes through the counts leave few more candidates than
 * wanted. These are sorted as plain numbers, which V8 does without calling a comparison function.
 */
export function mostCounted(
  numbers: Uint32Array,
  counts: Int32Array,
  skipped: Uint8Array,
  limit: number,
): readonly number[] {
  const { least, left } = leastOf(numbers, counts, skipped, limit);
  // A key combines a count and an index, which together stay below 2^53.
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

/**
 * Returns a power of two, `least`, such that no number with a lower count is in the result, and the maximum number of
 * candidates with at least that count.
 */
function leastOf(numbers: Uint32Array, counts: Int32Array, skipped: Uint8Array, limit: number) {
  /**
   * Numbers of candidates by bit length of their counts. Counts of 0 and 1 are not recorded because most nodes have
   * them and skipping them is faster.
   */
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
