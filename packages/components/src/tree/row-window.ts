/** Rows from `first` up to `end`, which is excluded; heights in pixels. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Finds the rows of a long list that must exist as elements. Rows differ in height, because long names wrap. */
export class RowWindow {
  /** Height that rows are assumed to have until they are measured, in pixels. */
  readonly #usual: number;
  readonly #heights = new Map<string, number>();
  #keys: readonly string[] = [];
  /** Pixels above each row, and the height of the list as the last item; undefined after a change. */
  #offsets: Float64Array | undefined;

  constructor(usual: number) {
    this.#usual = usual;
  }

  /** Takes over the keys of all rows. */
  resize(keys: readonly string[]): void {
    this.#keys = keys;
    this.#offsets = undefined;
  }

  /** Remembers the height of a row, in pixels. Returns true if it was assumed to be different. */
  measured(key: string, height: number): boolean {
    if ((this.#heights.get(key) ?? this.#usual) === height) return false;
    this.#heights.set(key, height);
    this.#offsets = undefined;
    return true;
  }

  /** The rows between two heights of the list, and the total heights of the rows before and after them. */
  between(top: number, bottom: number): RowRange {
    const { length } = this.#keys;
    if (length === 0) return { first: 0, end: 0, before: 0, after: 0 };
    const first = this.#rowAt(Math.max(0, top));
    const end = Math.max(first, this.#rowAt(Math.max(0, bottom))) + 1;
    return { first, end, before: this.offsetOf(first), after: this.offsetOf(length) - this.offsetOf(end) };
  }

  /** Pixels above a row; for the number of rows, the height of the list. */
  offsetOf(index: number): number {
    return this.#allOffsets()[index] ?? 0;
  }

  #allOffsets(): Float64Array {
    if (this.#offsets) return this.#offsets;
    const all = new Float64Array(this.#keys.length + 1);
    for (const [index, key] of this.#keys.entries())
      all[index + 1] = (all[index] ?? 0) + (this.#heights.get(key) ?? this.#usual);
    this.#offsets = all;
    return all;
  }

  /** Index of the row at a height of the list: the last row that begins at or above it. */
  #rowAt(pixels: number): number {
    let low = 0;
    let high = Math.max(0, this.#keys.length - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.offsetOf(middle) <= pixels) low = middle;
      else high = middle - 1;
    }
    return low;
  }
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
