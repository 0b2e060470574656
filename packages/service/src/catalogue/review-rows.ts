/** Converts rows of reviews to model objects and back. The adapters have the same columns. */
import { meanRating, type Review } from '../reviews/store/review.ts';
import { type Cells, optionalNumber } from './rows.ts';
import { readTime, timeCell } from './time-cells.ts';

/** Columns in the order that `readReview` expects. */
export const REVIEW_COLUMNS = 'asset, "user", date, rating, comment, modified, anonymous';

export function readReview([asset, user, date, rating, comment, modified, anonymous]: Cells): Review {
  return {
    asset: Number(asset),
    user: Number(user),
    date: readTime(date),
    isAnonymous: Boolean(anonymous),
    ...optionalNumber('rating', rating),
    comment: String(comment),
    ...(modified === null ? {} : { modified: readTime(modified) }),
  };
}

/** Returns the values in the order of REVIEW_COLUMNS. */
export function reviewCells({ asset, user, date, rating, comment, modified, isAnonymous }: Review) {
  const changed = modified === undefined ? null : timeCell(modified);
  return [asset, user, timeCell(date), rating ?? null, comment, changed, isAnonymous] as const;
}

/** Returns the mean rating of each asset; the rows have an asset, a rating, and how many reviews with it count. */
export function meansOf(rows: readonly Cells[]): ReadonlyMap<number, number> {
  const counts = new Map<number, Map<number, number>>();
  for (const [asset, rating, count] of rows) {
    const ofAsset = counts.getOrInsertComputed(Number(asset), () => new Map());
    ofAsset.set(Number(rating), (ofAsset.get(Number(rating)) ?? 0) + Number(count));
  }
  return new Map(counts.entries().map(([asset, ratings]) => [asset, meanRating(ratings)]));
}
