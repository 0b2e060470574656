/** Most consecutive turns in which nobody proceeds because of `hold`. */
const MOST_HELD = 64;

export interface EventLoopLimit {
  /** Resolves when the caller may proceed, in the order of calls. */
  proceed(): Promise<void>;
  /** Lets nobody proceed in this turn of the event loop; but after 64 such turns, callers get theirs. */
  hold(): void;
}

/** Lets at most `most` callers proceed in each turn of the event loop. Further ones wait for the next turns. */
export function openEventLoopLimit(most: number): EventLoopLimit {
  const waiting: (() => void)[] = [];
  let left = most;
  let isScheduled = false;
  let isHeld = false;
  let turnsHeld = 0;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (isHeld && turnsHeld < MOST_HELD) {
        turnsHeld += 1;
        left = 0;
      } else {
        turnsHeld = 0;
        left = most;
      }
      isHeld = false;
      const now = waiting.splice(0, left);
      left -= now.length;
      if (now.length > 0 || waiting.length > 0 || left === 0) schedule();
      for (const proceed of now) proceed();
    });
  }

  return {
    proceed: () => {
      schedule();
      if (left === 0 || isHeld) return new Promise((proceed) => waiting.push(proceed));
      left -= 1;
      return Promise.resolve();
    },
    hold: () => {
      isHeld = true;
      schedule();
    },
  };
}
