/** Passes errors to `report`, except those less than `milliseconds` after the last passed. `now` in milliseconds. */
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
