import type { StatedTime } from '../../../core/src/domain/model.ts';
import { openExistingStorage, type Storage } from '../app/storage.ts';
import { openAudit } from '../auth/audit-file.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/settings.ts';
import type { Review } from '../reviews/store/review.ts';
import { reviewId } from '../reviews/store/review-id.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** Maximum number of characters of a comment in a line of the list. */
const MAX_SHOWN = 100;

/** Runs `abs reviews list|delete`. */
export async function run({ operands: [action = '', id], settings }: CommandLine): Promise<number> {
  if (action !== 'list' && action !== 'delete') throw new UsageError(`${action} is not one of list, delete`);
  if (action === 'list' && id !== undefined) throw new UsageError('list takes nothing more');
  if (action === 'delete' && id === undefined) throw new UsageError('delete needs ID');
  const config = loadConfig({ options: settings });
  await using storage = await openExistingStorage(config);
  if (id === undefined) return await list(storage.reviews.all());
  const review = await find(storage.reviews.all(), id);
  if (!review) throw new Error(`there is no review ${id}`);
  await remove(review, storage, config);
  const { url, lagMilliseconds } = config.catalogue;
  const when = url === null ? 'no longer show it' : `stop showing it within ${lagMilliseconds} ms`;
  console.error(`review ${id} of asset ${review.asset} is deleted; running servers ${when}`);
  return 0;
}

/** Prints one line per review, newest first. */
async function list(reviews: AsyncIterable<Review>): Promise<number> {
  console.log(`${'ID'.padEnd(36)}  ${'DATE'.padEnd(17)}  ASSET     USER      RATING  COMMENT`);
  for await (const review of reviews) {
    const { asset, user, isAnonymous, date, rating, comment } = review;
    const cells = [
      reviewId(review),
      shownDate(date).padEnd(17),
      String(asset).padEnd(8),
      // A dash stands for a review without a token.
      (isAnonymous ? '-' : String(user)).padEnd(8),
      String(rating ?? '-').padEnd(6),
      inOneLine(comment),
    ];
    console.log(cells.join('  ').trimEnd());
  }
  return 0;
}

/** Returns an instant to the minute in UTC, anything else as written, to the minute. */
function shownDate(date: StatedTime): string {
  return typeof date === 'number' ? `${new Date(date).toISOString().slice(0, 16)}Z` : date.slice(0, 16);
}

/** Replaces control characters, which a terminal would interpret, and truncates the comment. */
function inOneLine(comment: string): string {
  const shown = [...comment.slice(0, 2 * MAX_SHOWN).replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')];
  const isCut = shown.length > MAX_SHOWN || comment.length > 2 * MAX_SHOWN;
  return isCut ? `${shown.slice(0, MAX_SHOWN).join('')}…` : shown.join('');
}

async function find(reviews: AsyncIterable<Review>, id: string): Promise<Review | undefined> {
  const wanted = id.toLowerCase();
  for await (const review of reviews) if (reviewId(review) === wanted) return review;
  return undefined;
}

async function remove(review: Review, { writer }: Storage, config: Config): Promise<void> {
  const isRemoved = await writer.change((changes) => changes.removeReview(review));
  if (!isRemoved) throw new Error('somebody else has removed it meanwhile');
  await using audit = openAudit(config, (trouble) =>
    console.error(`abs reviews: the audit log is not written: ${trouble}`),
  );
  audit.record({ event: 'review_deleted', details: { asset: review.asset, review: reviewId(review) } });
}
