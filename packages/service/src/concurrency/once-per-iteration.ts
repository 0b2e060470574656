import { performance } from 'node:perf_hooks';

const { nodeTiming } = performance;

/**
 * Returns a function that calls `read` at most once per turn of the event loop. All requests read in one turn had
 * arrived before the catalogue's state was read, so they can share that state. This uses the loop's own turn counter
 * because `setImmediate` would not mark the end of a turn: a value read in a `setImmediate` callback would survive
 * until after the next requests have arrived.
 */
export function oncePerIteration<Value>(read: () => Value): () => Value {
  let value: Value | undefined;
  let turn = -1;
  return () => {
    const now = nodeTiming.uvMetricsInfo.loopCount;
    if (now !== turn) {
      value = read();
      turn = now;
    }
    return value as Value;
  };
}
