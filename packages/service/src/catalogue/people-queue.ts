import { randomInt } from 'node:crypto';
import { QueueFull } from '../concurrency/failures.ts';
import type { Pin } from '../domain/people.ts';
import { makePinCode } from '../domain/people.ts';
import type { NewReview, PeopleWriter, Posting } from './people.ts';

/**
 * Maximum number of reviews and PINs in the queue. Further ones are rejected with QueueFull, so that clients retry
 * later.
 */
const MOST_WAITING = 10_000;
/** Maximum number of reviews, or of PINs, in one transaction. */
const MOST_AT_ONCE = 500;

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

/**
 * Opens a queue. It batches the reviews, and the PINs, that arrive during a write into the next transaction, so that many
 * share one disk sync, and one connection to a database.
 */
export function openPeopleQueue(writer: PeopleWriter, options: { readonly mostWaiting?: number } = {}): PeopleQueue {
  const { mostWaiting = MOST_WAITING } = options;
  const postReview = openBatchedWriter(writer.postReviews);
  const addPin = openBatchedWriter(writer.addPins);
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

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Writes items in batches, one batch at a time. `write` returns a result for each item. */
function openBatchedWriter<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      try {
        const results = await write(batch.map(({ item }) => item));
        for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) writeAll();
    });
}
