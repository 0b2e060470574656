/**
 * Returns a function that passes errors to `report`, but drops each that comes less than `milliseconds` after the last
 * one passed. `now` returns milliseconds.
 */
export function reportRarely(
  report: (error: unknown) => void,
  milliseconds: number,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (now() - last < milliseconds) return;
    last = now();
    report(error);
  };
}
