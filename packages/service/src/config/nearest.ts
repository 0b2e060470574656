/**
 * Returns the candidate closest to a mistyped word, at an edit distance of at most a third of the word's letters (at
 * least one). Returns `undefined` if none is close enough.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const away = word.length > 100 ? least : distance(word.toLowerCase(), candidate.toLowerCase());
    if (away < least) {
      least = away;
      best = candidate;
    }
  }
  return best;
}

/** Returns the edit distance: the number of letters to insert, remove, change, or swap with a neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        change,
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        swapped ? (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
