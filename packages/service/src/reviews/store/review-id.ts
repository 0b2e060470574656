import { createHash } from 'node:crypto';
import type { Review } from './review.ts';

/** Derives a UUID (version 8) from the key of a review, so that the UUID survives changes, exports and imports. */
export function reviewId({ asset, user, date }: Pick<Review, 'asset' | 'user' | 'date'>): string {
  const bytes = createHash('sha256').update(`review ${asset} ${user} ${date}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
