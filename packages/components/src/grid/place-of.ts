/** Returns the index of the first of the sorted numbers that is at least `least`. */
export function placeOf(sorted: ArrayLike<number>, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
