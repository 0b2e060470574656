import { randomInt } from 'node:crypto';
import { openBatchedWriter } from '../../../core/src/concurrency/batched-writer.ts';
import { mayBeOfItem } from '../catalogue/catalogue-errors.ts';
import { makePinCode } from './store/pin.ts';
import type { PinQueue, PinsWriter } from './store/pin-store.ts';

/** Maximum number of PINs in the queue. Further ones are rejected with QueueFull, so that clients retry later. */
const MAX_WAITING = 10_000;

/** Opens the queue of the main thread. PINs that are ordered during a write share the next transaction. */
export function openPinQueue({ addPins, endPin }: Pick<PinsWriter, 'addPins' | 'endPin'>): PinQueue {
  const add = openBatchedWriter(addPins, { mayBeOfItem, maxWaiting: MAX_WAITING, what: 'PINs' });
  return {
    create: async (order) => {
      for (;;) {
        const pin = { ...order, code: makePinCode(randomInt), downloads: 0 };
        if (await add(pin)) return pin;
      }
    },
    end: endPin,
  };
}
