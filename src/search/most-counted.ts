/** Counts are below this. */
const TOP = 2 ** 28;
/** Levels of all counts. */
const LEVELS = 256;

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
  const ofLevel = new Uint32Array(LEVELS);
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    const level = levelOf(counts[number] as number);
    ofLevel[level] = (ofLevel[level] as number) + 1 - (skipped[number] as number);
  }
  let level = LEVELS;
  let left = 0;
  while (left < limit && level > levelOf(1)) {
    level -= 1;
    left += ofLevel[level] as number;
  }

  const least = leastOf(level);
  const keys = new Float64Array(left);
  // A key is a count and a place, which together stay below 2^53.
  const places = 2 ** Math.ceil(Math.log2(numbers.length + 1));
  let n = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    const count = counts[number] as number;
    if (count >= least && skipped[number] === 0) keys[n++] = (TOP - count) * places + place;
  }
  return Array.from(keys.sort().subarray(0, limit), (key) => numbers[key % places] as number);
}

/** Eight for each time that counts double, the lowest for 0. The last bits keep 0 from being a case of its own. */
function levelOf(count: number): number {
  const scaled = (count << 3) | 4;
  const exponent = 31 - Math.clz32(scaled);
  return (exponent << 3) + ((scaled >>> (exponent - 3)) & 7);
}

/** The least count of a level, from that of 1 on. */
function leastOf(level: number): number {
  return Math.max(1, Math.ceil(((8 + (level & 7)) * 2 ** ((level >>> 3) - 3)) / 8 - 0.5));
}
