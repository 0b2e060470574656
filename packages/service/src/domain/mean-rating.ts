/** Decimals that the shortest writing of a number from 1 to 5 has at most. */
const DECIMALS = 16;

/**
 * The mean of ratings, given as rating -> how often, rounded half up to two decimals; 0 without any (decisions 6). Sums whole
 * numbers, so that neither order nor count of the ratings costs a hundredth.
 */
export function meanRating(counts: ReadonlyMap<number, number>): number {
  let sum = 0n;
  let count = 0n;
  for (const [rating, times] of counts) {
    sum += scaled(rating) * BigInt(times);
    count += BigInt(times);
  }
  if (count === 0n) return 0;
  const half = 10n ** BigInt(DECIMALS - 2) * count;
  return Number((2n * sum + half) / (2n * half)) / 100;
}

/** A rating as people write it, in units of the last decimal. */
function scaled(rating: number): bigint {
  const [whole = '', decimals = ''] = String(rating).split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'));
}
