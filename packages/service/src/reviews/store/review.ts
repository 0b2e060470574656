import type { StatedTime } from '../../../../core/src/domain/model.ts';

/** A rating, a comment or both, which a user gave an asset. Asset, user and date are its key. */
export interface Review {
  readonly asset: number;
  readonly user: number;
  readonly date: StatedTime;
  /** True if it was posted without a token; `user` is then the service user. */
  readonly isAnonymous: boolean;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment: string;
  readonly modified?: StatedTime;
}

/** Most decimals in the shortest notation of a number from 1 to 5. */
const DECIMALS = 16;

/**
 * Returns the mean rating, rounded half up to two decimals; 0 without ratings (interface decisions 6). `counts` maps
 * each rating to its number of occurrences. Sums integers, so neither the order nor the number of ratings causes a
 * rounding error.
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

/** Converts a rating from its decimal notation to units of the last decimal. */
function scaled(rating: number): bigint {
  const [whole = '', decimals = ''] = String(rating).split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'));
}
