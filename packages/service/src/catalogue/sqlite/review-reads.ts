import type { DatabaseSync } from 'node:sqlite';
import type { Review } from '../../reviews/store/review.ts';
import type { ReviewPage, Reviews } from '../../reviews/store/review-store.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import { readTime } from '../time-cells.ts';
import { openReader, reading } from './database.ts';
import { defineInstantOf, INSTANT } from './instants.ts';
import { inSnapshot } from './model.ts';
import { prepareCells } from './statements.ts';

/** Number of reviews whose keys one query of `all` reads. Each query passes over all reviews. */
const KEYS_AT_ONCE = 10_000;

/** Opens a reader of the reviews in a data folder, with its own database connection. */
export function openReviews({ directory }: { readonly directory: string }): Reviews {
  const database = openReader(directory);
  defineInstantOf(database);
  // The keys come from an index, so skipped reviews don't cost reading their comments. The reviews of the page are then
  // read one by one.
  const keysOfPage = database.prepare(
    `SELECT user, date FROM reviews WHERE asset = ? ORDER BY ${INSTANT} DESC, user DESC LIMIT ? OFFSET ?`,
  );
  const review = prepareCells(
    database,
    `SELECT ${REVIEW_COLUMNS} FROM reviews WHERE asset = ? AND user = ? AND date = ?`,
  );
  const keys = database.prepare(
    `SELECT asset, user, date FROM reviews WHERE (-date, asset, user) > (?, ?, ?)
     ORDER BY date DESC, asset, user LIMIT ${KEYS_AT_ONCE}`,
  );
  const total = database.prepare('SELECT count(*) AS total FROM reviews WHERE asset = ?');
  const own = database.prepare('SELECT date FROM reviews WHERE asset = ? AND user = ? AND anonymous = 0');
  const ratingsOf = openRatings(database);

  function pageOf(
    asset: number,
    { offset, most, maxBytes = Number.POSITIVE_INFINITY, timeZone = 'UTC' }: ReviewPage,
  ): Review[] {
    const reviews: Review[] = [];
    let bytes = 0;
    for (const { user = null, date = null } of keysOfPage.all({ zone: timeZone }, asset, most, offset)) {
      const row = review.get(asset, user, date);
      if (!row) continue;
      const found = readReview(row);
      reviews.push(found);
      const isFirst = bytes === 0;
      bytes += Buffer.byteLength(found.comment);
      if (!isFirst && bytes > maxBytes) break;
    }
    return reviews;
  }

  return {
    page: async (asset, selected) =>
      reading(directory, () =>
        inSnapshot(database, () => ({
          reviews: pageOf(asset, selected),
          total: Number(total.get(asset)?.['total']),
          ratings: ratingsOf(asset, selected.timeZone),
        })),
      ),
    all: async function* () {
      let last: readonly [date: number, asset: number, user: number] = [Number.NEGATIVE_INFINITY, 0, 0];
      for (;;) {
        const batch = reading(directory, () => keys.all(...last));
        for (const { asset = null, user = null, date = null } of batch) {
          const row = reading(directory, () => review.get(asset, user, date));
          if (row) yield readReview(row);
          last = [-Number(date), Number(asset), Number(user)];
        }
        if (batch.length < KEYS_AT_ONCE) return;
      }
    },
    datesOfOwn: async (asset, user) => reading(directory, () => own.all(asset, user).map(({ date }) => readTime(date))),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/**
 * Prepares the query that counts the ratings for the mean of an asset. It reads no comments. The connection needs
 * `defineInstantOf`.
 */
export function openRatings(database: DatabaseSync): (asset: number, timeZone?: string) => Map<number, number> {
  const ratings = database.prepare(
    `SELECT rating, count(*) AS count FROM reviews WHERE asset = :asset AND anonymous = 1 AND rating IS NOT NULL
       GROUP BY rating
     UNION ALL
     SELECT rating, count(*) FROM
       (SELECT rating, max(${INSTANT}) FROM reviews
          WHERE asset = :asset AND anonymous = 0 AND rating IS NOT NULL GROUP BY user)
       GROUP BY rating`,
  );
  return (asset, timeZone = 'UTC') => {
    const counts = new Map<number, number>();
    for (const { rating, count } of ratings.iterate({ asset, zone: timeZone })) {
      counts.set(Number(rating), (counts.get(Number(rating)) ?? 0) + Number(count));
    }
    return counts;
  };
}
