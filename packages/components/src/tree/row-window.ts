/** Finds the rows of a long list that must exist as elements. Rows differ in height, because long names wrap. */
export interface RowWindow {
  /** Takes over the keys of all rows. */
  resize(keys: readonly string[]): void;
  /** Remembers the height of a row, in pixels. Returns true if it was assumed to be different. */
  measured(key: string, height: number): boolean;
  /** The rows between two heights of the list, and the total heights of the rows before and after them. */
  between(top: number, bottom: number): RowRange;
  /** Pixels above a row; for the number of rows, the height of the list. */
  offsetOf(index: number): number;
}

/** Rows from `first` up to `end`, which is excluded; heights in pixels. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Opens a window on rows that are assumed to be `usual` pixels high until they are measured. */
export function openRowWindow(usual: number): RowWindow {
  const heights = new Map<string, number>();
  let keys: readonly string[] = [];
  /** Pixels above each row, and the height of the list as the last item; undefined after a change. */
  let offsets: Float64Array | undefined;

  function allOffsets(): Float64Array {
    if (offsets) return offsets;
    const all = new Float64Array(keys.length + 1);
    for (const [index, key] of keys.entries()) all[index + 1] = (all[index] ?? 0) + (heights.get(key) ?? usual);
    offsets = all;
    return all;
  }

  /** Index of the row at a height of the list: the last row that begins at or above it. */
  function rowAt(pixels: number): number {
    const all = allOffsets();
    let low = 0;
    let high = Math.max(0, keys.length - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((all[middle] ?? 0) <= pixels) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    resize: (newKeys) => {
      keys = newKeys;
      offsets = undefined;
    },
    measured: (key, height) => {
      if ((heights.get(key) ?? usual) === height) return false;
      heights.set(key, height);
      offsets = undefined;
      return true;
    },
    between: (top, bottom) => {
      if (keys.length === 0) return { first: 0, end: 0, before: 0, after: 0 };
      const all = allOffsets();
      const first = rowAt(Math.max(0, top));
      const end = Math.max(first, rowAt(Math.max(0, bottom))) + 1;
      return { first, end, before: all[first] ?? 0, after: (all[keys.length] ?? 0) - (all[end] ?? 0) };
    },
    offsetOf: (index) => allOffsets()[index] ?? 0,
  };
}

/**
 * Measures the elements of class `row`, and scrolls to the row with the index `wanted`. Returns true if all had the height that
 * they were assumed to have.
 */
export function settleRows(scroller: HTMLElement, rows: RowWindow, wanted: number | undefined): boolean {
  let isSettled = true;
  for (const row of scroller.querySelectorAll<HTMLElement>('.row:not(.away)')) {
    const { height } = row.getBoundingClientRect();
    // While the tree is hidden, no row has a height.
    if (height > 0 && rows.measured(String(row.dataset['key']), height)) isSettled = false;
  }
  if (wanted === undefined) return isSettled;
  const top = rows.offsetOf(wanted);
  const bottom = rows.offsetOf(wanted + 1);
  const { scrollTop, clientHeight } = scroller;
  if (top < scrollTop) scroller.scrollTop = top;
  else if (bottom > scrollTop + clientHeight) scroller.scrollTop = bottom - clientHeight;
  return isSettled;
}
