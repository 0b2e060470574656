import { free, newColumn } from './columns.ts';

/** Bits per pass, and the number of values they can have. */
const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/** Fewer docs are sorted by comparisons sooner than all digits are counted. */
const FEW = 4096;

/** Sorts docs by numbers, none NaN, keeping ties. Radix sort takes a tenth of the time of comparisons. */
export function sortByNumber(docs: Uint32Array, values: Float64Array): Uint32Array {
  if (docs.length < FEW) return docs.toSorted((a, b) => (values[a] as number) - (values[b] as number));
  const places = placesInOrder(docs.length, (place) => values[docs[place] as number] as number);
  const sorted = newColumn(Uint32Array, docs.length);
  for (let i = 0; i < sorted.length; i++) sorted[i] = docs[places[i] as number] as number;
  free(places);
  return sorted;
}

/** Returns the numbers below `count` in the order of their values, none NaN, keeping ties. */
export function placesInOrder(count: number, valueAt: (place: number) => number): Uint32Array<ArrayBuffer> {
  let places = new Uint32Array(count);
  for (let i = 0; i < count; i++) places[i] = i;
  if (count < FEW) return places.sort((a, b) => valueAt(a) - valueAt(b));
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  const [lowAt, highAt] = isLittleEndian() ? [0, 1] : [1, 0];
  for (let i = 0; i < count; i++) {
    // Adding 0 turns -0 into 0.
    number[0] = valueAt(i) + 0;
    const top = halves[highAt] as number;
    const isNegative = top >>> 31 === 1;
    // Make the bits sort like the number: invert all bits of negative numbers, and only the sign bit of others.
    high[i] = isNegative ? ~top : top | 0x8000_0000;
    low[i] = isNegative ? ~(halves[lowAt] as number) : (halves[lowAt] as number);
  }
  for (const [keys, shift] of [
    [low, 0],
    [low, DIGIT_BITS],
    [high, 0],
    [high, DIGIT_BITS],
  ] as const) {
    places = sortByDigit(places, keys, shift);
  }
  free(high, low);
  return places;
}

function sortByDigit(places: Uint32Array<ArrayBuffer>, keys: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(DIGITS + 1);
  for (let i = 0; i < keys.length; i++) {
    const digit = ((keys[i] as number) >>> shift) & (DIGITS - 1);
    starts[digit + 1] = (starts[digit + 1] as number) + 1;
  }
  // Skip the pass if all digits are equal, as the low digits of small whole numbers are.
  if (starts.includes(places.length)) return places;
  for (let digit = 0; digit < DIGITS; digit++) {
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
  }
  const sorted = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    const digit = ((keys[place] as number) >>> shift) & (DIGITS - 1);
    const at = starts[digit] as number;
    sorted[at] = place;
    starts[digit] = at + 1;
  }
  free(places, starts);
  return sorted;
}

function isLittleEndian(): boolean {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
}
