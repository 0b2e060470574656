import { randomInt } from 'node:crypto';
import { openBatchedWriter } from '../../../core/src/concurrency/batched-writer.ts';
import { QueueFull } from '../../../core/src/concurrency/failures.ts';
import type { Pin } from '../../../core/src/domain/people.ts';
import { makePinCode } from '../../../core/src/domain/people.ts';
import { CatalogueBusy, CatalogueUnreachable, DiskFailure } from './catalogue-errors.ts';
import type { NewReview, PeopleWriter, Posting } from './people.ts';

/**
 * Maximum number of reviews and PINs in the queue. Further ones are rejected with QueueFull, so that clients retry
 * later.
 */
const MOST_WAITING = 10_000;

/** Writes what visitors send. The main thread has one, which serves all threads. */
export interface PeopleQueue {
  /**
   * Posts a review, which is durable when the promise resolves. Rejects with QueueFull when too many writes wait, and
   * with CatalogueBusy when another process holds the write lock for too long.
   */
  post(review: NewReview): Promise<Posting>;
  /** Creates a PIN with an unguessable code. Rejects as `post` does. */
  makePin(pin: Omit<Pin, 'code'>): Promise<Pin>;
}

/** False for the failures of a store, which would meet each item. */
function mayBeOfItem(error: unknown): boolean {
  const ofStore = [CatalogueUnreachable, CatalogueBusy, DiskFailure];
  return !ofStore.some((kind) => error instanceof kind);
}

/**
 * Opens a queue. It batches the reviews, and the PINs, that arrive during a write into the next transaction, so that many
 * share one disk sync, and one connection to a database.
 */
export function openPeopleQueue(writer: PeopleWriter, options: { readonly mostWaiting?: number } = {}): PeopleQueue {
  const { mostWaiting = MOST_WAITING } = options;
  const postReview = openBatchedWriter(writer.postReviews, { mayBeOfItem });
  const addPin = openBatchedWriter(writer.addPins, { mayBeOfItem });
  let running = 0;

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= mostWaiting) throw new QueueFull('too many reviews and PINs wait to be written');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  return {
    post: (review) => inLine(() => postReview(review)),
    makePin: (order) =>
      inLine(async () => {
        for (;;) {
          const pin = { ...order, code: makePinCode(randomInt) };
          if (await addPin(pin)) return pin;
        }
      }),
  };
}
