/** Follows a number that a server keeps. */
export interface FollowedNumber extends AsyncDisposable {
  /** The number; undefined if the server has not confirmed it for too long. The first call begins to follow it. */
  number(): number | undefined;
  /** Looks soon, if the number is followed. */
  look(): void;
}

/**
 * Asks for a number again and again, with a pause between two questions. It counts as known for `lagMilliseconds` after the
 * beginning of the question that told it.
 */
export function followNumber({
  ask,
  pollMilliseconds,
  lagMilliseconds,
}: {
  /** `isFirst` until it has answered once. A rejection is an answer that is missing. */
  ask(isFirst: boolean): Promise<number>;
  readonly pollMilliseconds: number;
  readonly lagMilliseconds: number;
}): FollowedNumber {
  let known: number | undefined;
  let confirmed = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isAwaited = false;
  let isClosed = false;

  async function askAgain(): Promise<void> {
    const since = performance.now();
    try {
      known = await ask(known === undefined);
      confirmed = since;
    } catch {
      // The number becomes unknown, and whoever then reads what it numbers gets the failure.
    }
  }

  function begin(): void {
    clearTimeout(timer);
    isAwaited = false;
    asking = askAgain().then(() => {
      asking = undefined;
      if (isClosed) return;
      if (isAwaited) begin();
      else timer = setTimeout(begin, pollMilliseconds);
    });
  }

  return {
    number: () => {
      if (asking === undefined && timer === undefined && !isClosed) begin();
      return performance.now() - confirmed > lagMilliseconds ? undefined : known;
    },
    look: () => {
      if (timer === undefined && asking === undefined) return;
      // The question that runs may have been answered before.
      if (asking) isAwaited = true;
      else begin();
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      clearTimeout(timer);
      await asking;
    },
  };
}
