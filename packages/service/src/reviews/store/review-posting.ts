/** Decides for both engines what becomes of posted reviews, and which ratings of their assets count then. */
import type { EpochMs, StatedTime } from '../../../../core/src/domain/model.ts';
import type { Review } from './review.ts';
import type { NewReview, Posting } from './review-store.ts';

/**
 * How far the clocks of nodes may differ, in milliseconds; S3 refuses requests of a node that is further off. A review that
 * another node has dated in this future is older all the same.
 */
const MAX_CLOCK_DIFFERENCE_MS = 15 * 60_000;

const GONE: Posting = { kind: 'gone' };
const FULL: Posting = { kind: 'full' };

/** The stored reviews, as they are after each `put`. */
export interface StoredReviews {
  hasAsset(id: number): boolean;
  hasUser(id: number): boolean;
  /** The review that the user wrote with a token at that date. */
  own(asset: number, user: number, date: StatedTime): Review | undefined;
  /** Date of the last review of the asset by the user between two dates, both inclusive. */
  lastBetween(asset: number, user: number, from: EpochMs, to: EpochMs): EpochMs | undefined;
  /** Number of reviews of the asset that the user wrote with a token. */
  countOfOwn(asset: number, user: number): number;
  countWithoutToken(asset: number): number;
  /** The newest rating of the asset that the user gave with a token. */
  newestRating(asset: number, user: number, timeZone: string): number | undefined;
  /** Number of reviews per rating that count towards the mean of the asset. */
  ratings(asset: number, timeZone: string): Map<number, number>;
  /** Adds the review, or replaces the one of the same asset, user and date. */
  put(review: Review): void;
}

/** Posts reviews one after another. */
export function postAll(posts: readonly NewReview[], stored: StoredReviews): readonly Posting[] {
  /** Ratings are counted once per asset, then updated with each review. */
  const counts = new Map<number, Map<number, number>>();
  const count = (ratings: Map<number, number>, rating: number | undefined, by: number) => {
    if (rating !== undefined) ratings.set(rating, (ratings.get(rating) ?? 0) + by);
  };
  return posts.map((post) => {
    const review = reviewOf(post, stored);
    if ('kind' in review) return review;
    const { asset, user, isAnonymous } = review;
    const { timeZone = 'UTC' } = post;
    const ratings = counts.getOrInsertComputed(asset, () => stored.ratings(asset, timeZone));
    if (!isAnonymous) count(ratings, stored.newestRating(asset, user, timeZone), -1);
    stored.put(review);
    count(ratings, isAnonymous ? review.rating : stored.newestRating(asset, user, timeZone), 1);
    return { kind: 'posted', review, ratings: new Map(ratings) };
  });
}

function reviewOf(post: NewReview, stored: StoredReviews): Review | Posting {
  const { asset, user, isAnonymous, rating, comment, now, changes } = post;
  if (!stored.hasAsset(asset) || !stored.hasUser(user)) return GONE;
  const given = { ...(rating === undefined ? {} : { rating }), ...(comment === undefined ? {} : { comment }) };
  if (changes === undefined) {
    return isFull(post, stored)
      ? FULL
      : { asset, user, date: freeDate(post, stored), isAnonymous, comment: '', ...given };
  }
  const before = isAnonymous ? undefined : stored.own(asset, user, changes);
  if (!before) return GONE;
  const earlier = [before.date, before.modified].filter((time) => typeof time === 'number');
  return { ...before, ...given, modified: Math.max(now, ...earlier) };
}

function isFull({ asset, user, isAnonymous, most }: NewReview, stored: StoredReviews): boolean {
  if (most === 0) return false;
  return (isAnonymous ? stored.countWithoutToken(asset) : stored.countOfOwn(asset, user)) >= most;
}

/**
 * Returns the first millisecond from `now` on that is free and after the caller's other reviews of the asset, because the
 * date is part of a review's key, in bundles too, and the newest rating counts.
 */
function freeDate({ asset, user, now }: NewReview, stored: StoredReviews): EpochMs {
  for (let date = now; ; ) {
    const last = stored.lastBetween(asset, user, date, date + MAX_CLOCK_DIFFERENCE_MS);
    if (last === undefined) return date;
    date = Math.floor(last) + 1;
  }
}
