import { randomInt } from 'node:crypto';
import { QueueFull } from '../concurrency/failures.ts';
import type { Pin } from '../domain/people.ts';
import { makePinCode } from '../domain/pin-code.ts';
import { CatalogueBusy } from './catalogue.ts';
import type { NewReview, PeopleWriter, Posting } from './people.ts';

/** Reviews and PINs that may wait for the disk; more are told to come back. */
const MOST_WAITING = 10_000;
/** Reviews of one transaction at most. */
const MOST_AT_ONCE = 500;

/** Takes what visitors write; main has one for all threads. */
export interface Desk {
  /** What was posted is durable when it resolves. */
  post(review: NewReview): Promise<Posting>;
  /** Makes a PIN with a code that nobody can guess. */
  makePin(pin: Omit<Pin, 'code'>): Promise<Pin>;
}

interface Waiting {
  readonly review: NewReview;
  resolve(posted: Posting): void;
  reject(error: unknown): void;
}

/** Reviews that arrive while others are being written go to disk together with the next ones: one wait for the disk serves many. */
export function openDesk(writer: PeopleWriter, options: { readonly mostWaiting?: number } = {}): Desk {
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
