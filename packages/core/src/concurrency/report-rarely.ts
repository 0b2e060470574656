/** A function that reports errors rarely. Disposing of it tells what was not reported yet. */
export interface RareReport extends Disposable {
  (error: unknown): void;
}

/**
 * Passes errors to `report`, except those less than `milliseconds` after the last passed. At the end of that time, `rest`
 * gets the number of those that were not passed, if there are any. `now` in milliseconds.
 */
export function reportRarely(
  report: (error: unknown) => void,
  milliseconds: number,
  options: { now?(): number; rest?(count: number): void } = {},
): RareReport {
  const { now = () => performance.now(), rest } = options;
  let last = Number.NEGATIVE_INFINITY;
  let left = 0;
  let timer: NodeJS.Timeout | undefined;

  function tellRest(): void {
    clearTimeout(timer);
    timer = undefined;
    if (left > 0) rest?.(left);
    left = 0;
  }

  const take = (error: unknown) => {
    const passed = now() - last;
    if (passed < milliseconds) {
      left += 1;
      // Nothing else may tell the rest, if the outage ends.
      if (rest) timer ??= setTimeout(tellRest, milliseconds - passed).unref();
      return;
    }
    tellRest();
    last = now();
    report(error);
  };
  return Object.assign(take, { [Symbol.dispose]: tellRest });
}
