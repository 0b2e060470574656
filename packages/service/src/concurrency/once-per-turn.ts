import { performance } from 'node:perf_hooks';

const { nodeTiming } = performance;

/**
 * Reads a value once in a turn of the event loop. Requests that are read together are answered from one state of the catalogue:
 * all of them had arrived when it was asked for. The loop counts its turns; `setImmediate` would not tell where one ends, for what is
 * read in one of its callbacks would stay until after the next requests have come.
 */
export function oncePerTurn<Value>(read: () => Value): () => Value {
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
