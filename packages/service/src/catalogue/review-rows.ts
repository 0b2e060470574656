/** Converts rows of reviews to model objects and back. The adapters have the same columns. */
import type { Review } from '../reviews/store/review.ts';
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
