/**
 * Passes errors to `report`, except those less than `milliseconds` after the last passed, and the number of those that
 * were not passed since. `now` in milliseconds.
 */
export function reportRarely(
  report: (error: unknown, left: number) => void,
  milliseconds: number,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  let left = 0;
  return (error) => {
    if (now() - last < milliseconds) {
      left += 1;
      return;
    }
    last = now();
    report(error, left);
    left = 0;
  };
}
