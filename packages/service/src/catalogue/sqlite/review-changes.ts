import type { DatabaseSync } from 'node:sqlite';
import type { Review } from '../../reviews/store/review.ts';
import { reviewCells } from '../review-rows.ts';
import { timeCell } from '../time-cells.ts';
import type { ChangeLog } from './change-log.ts';
import { insert } from './insert.ts';

/** Writes and removes reviews inside a transaction. */
export interface ReviewChanges {
  putReview(review: Review): void;
  removeReview(review: Pick<Review, 'asset' | 'user' | 'date'>): boolean;
}

/** Prepares the statements once. The returned function binds them to the change log of a transaction. */
export function openReviewChanges(database: DatabaseSync): (log: ChangeLog) => ReviewChanges {
  const same = database.prepare(
    `SELECT 1 FROM reviews WHERE asset = ? AND user = ? AND date = ? AND rating IS ? AND comment = ? AND modified IS ?
     AND anonymous = ?`,
  );
  const put = database.prepare(
    `INSERT OR REPLACE INTO reviews (asset, user, date, rating, comment, modified, anonymous)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = database.prepare('DELETE FROM reviews WHERE asset = ? AND user = ? AND date = ?');
  return (log) => ({
    putReview: (review) => {
      const { asset } = review;
      const cells = reviewCells(review).map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell));
      if (same.get(...cells)) return;
      insert(put, { kind: 'review', id: asset }, ...cells);
      log.note('review', asset);
    },
    removeReview: ({ asset, user, date }) => {
      const isRemoved = remove.run(asset, user, timeCell(date)).changes > 0;
      if (isRemoved) log.note('review', asset);
      return isRemoved;
    },
  });
}
