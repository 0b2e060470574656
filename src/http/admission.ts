/**
 * Decides whether a request is worked on. A thread reads all requests that wait in one turn of its event loop, and works on one after
 * the other; the last one waits for all. Past `milliseconds` of work the others of that turn are turned away, which costs next to
 * nothing: so those that are answered are answered soon, however many come. A burst is no overload: a turn that follows a shorter
 * one may take longer.
 */
export interface Admission {
  admits(): boolean;
  /** Requests turned away so far. */
  refused(): number;
}

/** A turn out of the blue may take so many times as long. */
const BURST = 5;

export function openAdmission(
  milliseconds: number,
  { now = processorTime, endOfTurn = setImmediate }: Clock = {},
): Admission {
  let began: number | undefined;
  let wasLong = false;
  let refused = 0;
  const end = () => {
    wasLong = now() - (began as number) > milliseconds;
    began = undefined;
  };
  return {
    admits: () => {
      if (began === undefined) {
        began = now();
        endOfTurn(end);
        return true;
      }
      if (now() - began <= milliseconds * (wasLong ? 1 : BURST)) return true;
      refused += 1;
      return false;
    },
    refused: () => refused,
  };
}

interface Clock {
  /** Milliseconds. */
  readonly now?: () => number;
  readonly endOfTurn?: (done: () => void) => void;
}

/** Of this thread, so that what other programs do on the machine is nobody's fault here. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
