import type { DatabaseSync } from 'node:sqlite';
import type { EpochMs } from '../../domain/model.ts';
import type { Review } from '../../domain/people.ts';
import type { NewReview, PostedReview } from '../../ports/people.ts';
import { openRatings } from './people.ts';
import { readReview } from './rows.ts';

/** Reviews of one asset and user this close to each other are counted up from the last of them. */
const BURST_MS = 60_000;

interface Sink {
  putReview(review: Review): void;
}

/** Prepares the posting of reviews inside a transaction; `sink` writes and logs them. */
export function openReviewPosting(
  database: DatabaseSync,
): (posts: readonly NewReview[], sink: Sink) => readonly (PostedReview | undefined)[] {
  const hasAsset = database.prepare('SELECT 1 FROM assets WHERE id = ?');
  const hasUser = database.prepare(`SELECT 1 FROM definitions WHERE kind = 'user' AND id = ?`);
  const newest = database.prepare('SELECT * FROM reviews WHERE asset = ? AND user = ? ORDER BY date DESC LIMIT 1');
  const lastUntil = database.prepare(
    'SELECT max(date) AS last FROM reviews WHERE asset = ? AND user = ? AND date BETWEEN ? AND ?',
  );
  const ratingsOf = openRatings(database);

  /** The date is part of what names a review, in bundles too. */
  function freeDate({ asset, user, now }: NewReview): EpochMs {
    for (let date = now; ; ) {
      const last = lastUntil.get(asset, user, date, date + BURST_MS)?.['last'];
      if (typeof last !== 'number') return date;
      date = last + 1;
    }
  }

  function reviewOf(post: NewReview, before: Review | undefined): Review {
    const { asset, user, rating, comment, now } = post;
    const given = { ...(rating === undefined ? {} : { rating }), ...(comment === undefined ? {} : { comment }) };
    return before
      ? { ...before, ...given, modified: now }
      : { asset, user, date: freeDate(post), comment: '', ...given };
  }

  return (posts, sink) => {
    const counts = new Map<number, Map<number, number>>();
    const count = (ratings: Map<number, number>, rating: number | undefined, by: number) => {
      if (rating !== undefined) ratings.set(rating, (ratings.get(rating) ?? 0) + by);
    };
    return posts.map((post) => {
      if (!hasAsset.get(post.asset) || !hasUser.get(post.user)) return undefined;
      const ratings = counts.getOrInsertComputed(post.asset, ratingsOf);
      const row = post.changesOwn ? newest.get(post.asset, post.user) : undefined;
      const before = row && readReview(row);
      const review = reviewOf(post, before);
      sink.putReview(review);
      count(ratings, before?.rating, -1);
      count(ratings, review.rating, 1);
      return { review, ratings: new Map(ratings) };
    });
  };
}
