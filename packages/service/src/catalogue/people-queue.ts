import { randomInt } from 'node:crypto';
import { QueueFull } from '../concurrency/failures.ts';
import type { Pin } from '../domain/people.ts';
import { makePinCode } from '../domain/people.ts';
import { CatalogueBusy } from './catalogue.ts';
import type { NewReview, PeopleWriter, Posting } from './people.ts';

/**
 * Maximum number of reviews and PINs in the queue. Further ones are rejected with QueueFull, so that clients retry
 * later.
 */
const MOST_WAITING = 10_000;
/** Maximum number of reviews in one transaction. */
const MOST_AT_ONCE = 500;

/** Writes what visitors send. The main thread has one, which serves all threads. */
export interface PeopleQueue {
  /**
   * Posts a review, which is durable when the promise resolves. Rejects with QueueFull when too many writes wait or
   * another process holds the write lock for too long.
   */
  post(review: NewReview): Promise<Posting>;
  /** Creates a PIN with an unguessable code. Rejects with QueueFull as `post` does. */
  makePin(pin: Omit<Pin, 'code'>): Promise<Pin>;
}

interface Waiting {
  readonly review: NewReview;
  resolve(posted: Posting): void;
  reject(error: unknown): void;
}

/**
 * Opens a queue. It batches the reviews that arrive during a write into the next transaction, so that many reviews share
 * one disk sync.
 */
export function openPeopleQueue(writer: PeopleWriter, options: { readonly mostWaiting?: number } = {}): PeopleQueue {
  const { mostWaiting = MOST_WAITING } = options;
  const waiting: Waiting[] = [];
  let running = 0;
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      try {
        const posted = await writer.postReviews(batch.map(({ review }) => review));
        for (const [place, each] of batch.entries()) each.resolve(posted[place] ?? { kind: 'gone' });
      } catch (error) {
        for (const each of batch) each.reject(error);
      }
    }
    isWriting = false;
  }

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= mostWaiting) throw new QueueFull('too many reviews and PINs wait to be written');
    running += 1;
    try {
      return await work();
    } catch (error) {
      throw error instanceof CatalogueBusy ? new QueueFull(error.message) : error;
    } finally {
      running -= 1;
    }
  }

  return {
    post: (review) =>
      inLine(
        () =>
          new Promise((resolve, reject) => {
            waiting.push({ review, resolve, reject });
            if (!isWriting) write();
          }),
      ),
    makePin: (order) =>
      inLine(async () => {
        for (;;) {
          const pin = { ...order, code: makePinCode(randomInt) };
          if (await writer.addPin(pin)) return pin;
        }
      }),
  };
}
