/** What a thread takes on in one turn of its event loop. */

/**
 * Decides whether a request is worked on. A thread reads all requests that wait in one turn of its event loop, and works on one after
 * the other; the last one waits for all. Past `milliseconds` of work the others of that turn are turned away, which costs next to
 * nothing: so those that are answered are answered soon, however many come.
 */
export interface Admission {
  admits(): boolean;
  /** Requests turned away so far. */
  refused(): number;
}

export function openAdmission(
  milliseconds: number,
  now: () => number = () => performance.now(),
  endOfTurn: (done: () => void) => void = setImmediate,
): Admission {
  let began: number | undefined;
  let refused = 0;
  const forget = () => {
    began = undefined;
  };
  return {
    admits: () => {
      if (began === undefined) {
        began = now();
        endOfTurn(forget);
        return true;
      }
      if (now() - began <= milliseconds) return true;
      refused += 1;
      return false;
    },
    refused: () => refused,
  };
}
