/**
 * Returns the first index from `low` up to `high` at which `isReached` returns true, or `high` if there is none. It must
 * return true at every index after that one.
 */
export function firstIndex(low: number, high: number, isReached: (index: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isReached(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
