/** Upper bound of counts. */
const TOP = 2 ** 31;

/** Working memory for positions, reused because new memory for each query would keep the garbage collector busy. */
let room = new Uint32Array(1024);

/**
 * Returns the `limit` numbers with the highest counts, in descending order of count and, for ties, in their given
 * order. Numbers that count 0 or are skipped are left out. A histogram of the counts' bit lengths leaves few more
 * candidates than wanted. These are sorted as plain numbers, which V8 does without calling a comparison function.
 */
export function maxCounted(
  numbers: Uint32Array,
  counts: Int32Array,
  skipped: Uint8Array,
  limit: number,
): readonly number[] {
  if (room.length < numbers.length) room = new Uint32Array(numbers.length);
  /** Positions with a count above 1. Most nodes count 0 or 1 and are read only once, without a branch that nobody foresees. */
  const several = room;
  let severalCount = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    several[severalCount] = place;
    severalCount += ((1 - (counts[number] as number)) >>> 31) & ((skipped[number] as number) ^ 1);
  }
  const ofBits = new Uint32Array(33);
  for (let i = 0; i < severalCount; i++) {
    const bits = 32 - Math.clz32(counts[numbers[several[i] as number] as number] as number);
    ofBits[bits] = (ofBits[bits] as number) + 1;
  }
  let bits = 32;
  let left = 0;
  for (; bits > 1; bits--) {
    left += ofBits[bits] as number;
    if (left >= limit) break;
  }
  const least = 2 ** (bits - 1);
  const total = least > 1 ? severalCount : numbers.length;
  // A key combines a count and a position, which together stay below 2^53.
  const places = 2 ** Math.ceil(Math.log2(numbers.length + 1));
  const keys = new Float64Array(least > 1 ? left : total);
  let n = 0;
  for (let i = 0; i < total; i++) {
    const place = least > 1 ? (several[i] as number) : i;
    const number = numbers[place] as number;
    const count = counts[number] as number;
    if (count >= least && skipped[number] === 0) keys[n++] = (TOP - count) * places + place;
  }
  keys.subarray(0, n).sort();
  const most: number[] = [];
  for (let i = 0; i < n && i < limit; i++) {
    const key = keys[i] as number;
    // The remainder of large numbers takes ten times as long.
    most.push(numbers[key - Math.floor(key / places) * places] as number);
  }
  return most;
}
