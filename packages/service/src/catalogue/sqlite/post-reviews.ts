import type { DatabaseSync } from 'node:sqlite';
import type { Review } from '../../reviews/store/review.ts';
import { postAll } from '../../reviews/store/review-posting.ts';
import type { NewReview, Posting } from '../../reviews/store/review-store.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import { timeCell } from '../time-cells.ts';
import { defineInstantOf, INSTANT } from './instants.ts';
import { openRatings } from './review-reads.ts';
import { prepareCells } from './statements.ts';

/** Prepares the statements that post reviews inside a transaction. `sink` writes and logs the reviews. */
export function openReviewPosting(
  database: DatabaseSync,
): (posts: readonly NewReview[], sink: { putReview(review: Review): void }) => readonly Posting[] {
  defineInstantOf(database);
  const hasAsset = database.prepare('SELECT 1 FROM assets WHERE id = ?');
  const hasUser = database.prepare(`SELECT 1 FROM definitions WHERE kind = 'user' AND id = ?`);
  const own = prepareCells(
    database,
    `SELECT ${REVIEW_COLUMNS} FROM reviews WHERE asset = ? AND user = ? AND date = ? AND anonymous = 0`,
  );
  const lastUntil = database.prepare(
    'SELECT max(date) AS last FROM reviews WHERE asset = ? AND user = ? AND date BETWEEN ? AND ?',
  );
  const countOfOwn = database.prepare(
    'SELECT count(*) AS count FROM reviews WHERE asset = ? AND user = ? AND anonymous = 0',
  );
  const countWithoutToken = database.prepare('SELECT count(*) AS count FROM reviews WHERE asset = ? AND anonymous = 1');
  const newestRating = database.prepare(
    `SELECT rating FROM reviews WHERE asset = ? AND user = ? AND anonymous = 0 AND rating IS NOT NULL
     ORDER BY ${INSTANT} DESC LIMIT 1`,
  );
  const ratingsOf = openRatings(database);

  const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

  return (posts, sink) =>
    postAll(posts, {
      hasAsset: (id) => hasAsset.get(id) !== undefined,
      hasUser: (id) => hasUser.get(id) !== undefined,
      own: (asset, user, date) => {
        const row = own.get(asset, user, timeCell(date));
        return row && readReview(row);
      },
      lastBetween: (asset, user, from, to) => numberOf(lastUntil.get(asset, user, from, to)?.['last']),
      countOfOwn: (asset, user) => Number(countOfOwn.get(asset, user)?.['count']),
      countWithoutToken: (asset) => Number(countWithoutToken.get(asset)?.['count']),
      newestRating: (asset, user, zone) => numberOf(newestRating.get({ zone }, asset, user)?.['rating']),
      ratings: ratingsOf,
      put: sink.putReview,
    });
}
