/** Returns the first index at which `isReached` is true, as it then stays up to `high`; `high` if there is none. */
export function firstIndex(low: number, high: number, isReached: (index: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isReached(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
