import { openBatchedWriter } from '../../../core/src/concurrency/batched-writer.ts';
import { mayBeOfItem } from '../catalogue/catalogue-errors.ts';
import type { ReviewQueue, ReviewsWriter } from './store/review-store.ts';

/** Maximum number of reviews in the queue. Further ones are rejected with QueueFull, so that clients retry later. */
const MAX_WAITING = 10_000;

/** Opens the queue of the main thread. Those that arrive during a write share the next transaction, and its disk sync. */
export function openReviewQueue({ postReviews }: ReviewsWriter): ReviewQueue {
  return { post: openBatchedWriter(postReviews, { mayBeOfItem, maxWaiting: MAX_WAITING, what: 'reviews' }) };
}
