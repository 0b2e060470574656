import type { DatabaseSync } from 'node:sqlite';
import type { EpochMs } from '../../domain/model.ts';
import type { Review } from '../../domain/people.ts';
import type { NewReview, Posting } from '../people.ts';
import { readReview } from '../rows.ts';
import { openRatings } from './people.ts';
import type { ReviewChanges } from './review-changes.ts';

/**
 * Search window for a free date, in milliseconds: the search continues after the last review of the same asset and user
 * within it.
 */
const BURST_MS = 60_000;

const GONE: Posting = { kind: 'gone' };
const FULL: Posting = { kind: 'full' };

/** Prepares the statements that post reviews inside a transaction. `sink` writes and logs the reviews. */
export function openReviewPosting(
  database: DatabaseSync,
): (posts: readonly NewReview[], sink: Pick<ReviewChanges, 'putReview'>) => readonly Posting[] {
  const hasAsset = database.prepare('SELECT 1 FROM assets WHERE id = ?');
  const hasUser = database.prepare(`SELECT 1 FROM definitions WHERE kind = 'user' AND id = ?`);
  const own = database.prepare('SELECT * FROM reviews WHERE asset = ? AND user = ? AND date = ? AND anonymous = 0');
  const lastUntil = database.prepare(
    'SELECT max(date) AS last FROM reviews WHERE asset = ? AND user = ? AND date BETWEEN ? AND ?',
  );
  const countOfOwn = database.prepare(
    'SELECT count(*) AS count FROM reviews WHERE asset = ? AND user = ? AND anonymous = 0',
  );
  const countWithoutToken = database.prepare('SELECT count(*) AS count FROM reviews WHERE asset = ? AND anonymous = 1');
  const newestRating = database.prepare(
    `SELECT rating FROM reviews WHERE asset = ? AND user = ? AND anonymous = 0 AND rating IS NOT NULL
     ORDER BY date DESC LIMIT 1`,
  );
  const ratingsOf = openRatings(database);

  /** Returns the first free millisecond from `now` on, because the date is part of a review's key, in bundles too. */
  function freeDate({ asset, user, now }: NewReview): EpochMs {
    for (let date = now; ; ) {
      const last = lastUntil.get(asset, user, date, date + BURST_MS)?.['last'];
      if (typeof last !== 'number') return date;
      date = last + 1;
    }
  }

  function isFull({ asset, user, isAnonymous, most }: NewReview): boolean {
    if (most === 0) return false;
    const row = isAnonymous ? countWithoutToken.get(asset) : countOfOwn.get(asset, user);
    return Number(row?.['count']) >= most;
  }

  function reviewOf(post: NewReview): Review | Posting {
    const { asset, user, isAnonymous, rating, comment, now, changes } = post;
    if (!hasAsset.get(asset) || !hasUser.get(user)) return GONE;
    const given = { ...(rating === undefined ? {} : { rating }), ...(comment === undefined ? {} : { comment }) };
    if (changes === undefined) {
      return isFull(post) ? FULL : { asset, user, date: freeDate(post), isAnonymous, comment: '', ...given };
    }
    const row = isAnonymous ? undefined : own.get(asset, user, changes);
    return row ? { ...readReview(row), ...given, modified: now } : GONE;
  }

  /** The rating with which a user counts towards the mean. */
  function ratingOf({ asset, user }: Review): number | undefined {
    const newest = newestRating.get(asset, user)?.['rating'];
    return typeof newest === 'number' ? newest : undefined;
  }

  return (posts, sink) => {
    /** Ratings are counted once per asset, then updated with each review. */
    const counts = new Map<number, Map<number, number>>();
    const count = (ratings: Map<number, number>, rating: number | undefined, by: number) => {
      if (rating !== undefined) ratings.set(rating, (ratings.get(rating) ?? 0) + by);
    };
    return posts.map((post) => {
      const review = reviewOf(post);
      if ('kind' in review) return review;
      const ratings = counts.getOrInsertComputed(post.asset, ratingsOf);
      if (!review.isAnonymous) count(ratings, ratingOf(review), -1);
      sink.putReview(review);
      count(ratings, review.isAnonymous ? review.rating : ratingOf(review), 1);
      return { kind: 'posted', review, ratings: new Map(ratings) };
    });
  };
}
