/** Random numbers and distributions of the generated catalogue. */

/** Numbers from 0 to below 1, the same for the same seed. */
export type Draw = () => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Ranks from 0 of the law of Zipf and Mandelbrot: rank r comes in proportion to (r + 1 + shift) ^ -exponent. */
export function zipf(ranks: number, shift: number, exponent = 1): (draw: Draw) => number {
  const sums = new Float64Array(ranks);
  let sum = 0;
  for (let rank = 0; rank < ranks; rank++) {
    sum += (rank + 1 + shift) ** -exponent;
    sums[rank] = sum;
  }
  return (draw) => {
    const wanted = draw() * sum;
    let low = 0;
    let high = ranks - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The numbers below `size` in random order. */
export function shuffled(size: number, seed: number): Uint32Array {
  const draw = drawFrom(seed);
  const numbers = Uint32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = Math.floor(draw() * (i + 1));
    const moved = numbers[i] as number;
    numbers[i] = numbers[j] as number;
    numbers[j] = moved;
  }
  return numbers;
}
