/**
 * Breaks pictures into rows of about equal height that fill a width: a row takes pictures until, at the wanted height,
 * they are wider than the list, and is then made as high as just fills it. `justified.ts` calls this for blocks of 100
 * assets, so that a million need not be known; a block whose pictures have not been loaded has an estimated height.
 * Squares and lines need no such rows: `layOutEvenly` in `layout.ts` computes their places from the position.
 */

/** Assumed width divided by height of a picture until its own is known: about that of most cameras. */
export const USUAL_RATIO = 1.4;

/** Maximum ratio, and with its reciprocal the minimum. Panoramas and strips are cropped to it, so that they stay visible. */
const MAX_RATIO = 4;

/** Minimum and maximum height of the last two rows relative to the wanted height, if other pictures follow. */
const MIN_STRETCH = 0.75;
const MAX_STRETCH = 1.5;

/** What rows depend on, in CSS pixels. */
export interface RowOptions {
  readonly width: number;
  /** Wanted height of the pictures, which full rows do not exceed. */
  readonly tile: number;
  /** Height of the caption below each picture. */
  readonly caption: number;
  readonly gap: number;
}

/** A picture within its row. */
interface RowItem {
  readonly x: number;
  readonly width: number;
}

/** A row. `y` counts from the start of the first row; `height` excludes the gap below. */
export interface Row {
  /** Index of its first picture. */
  readonly first: number;
  readonly y: number;
  readonly height: number;
  readonly items: readonly RowItem[];
  /** Height of the heading above it; 0 without one. */
  readonly above: number;
}

/**
 * Returns the rows of pictures with these ratios, of which 0 is unknown. With `continues`, other pictures follow below, so the
 * last rows are filled, too; otherwise the last row has at most the wanted height, and one with little in it joins that above.
 */
export function breakRows(ratios: ArrayLike<number>, options: RowOptions, continues: boolean): readonly Row[] {
  const { width, tile, gap } = options;
  const cut = Array.from(ratios, (ratio) => Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio || USUAL_RATIO)));
  const rows: number[][] = [];
  let row: number[] = [];
  let sum = 0;
  for (const ratio of cut) {
    row.push(ratio);
    sum += ratio;
    if (sum * tile + gap * (row.length - 1) < width) continue;
    rows.push(row);
    row = [];
    sum = 0;
  }
  const isFull = row.length === 0;
  if (!isFull) rows.push(row);
  const balanced = isFull ? rows : balance(rows, options, continues);
  return place(balanced, options, continues ? tile * MAX_STRETCH : tile);
}

/** Joins the last row, which is not full, with the row before it: to one row, or, if others follow, to two of about equal width. */
function balance(
  rows: readonly number[][],
  { width, tile }: RowOptions,
  continues: boolean,
): readonly (readonly number[])[] {
  const both = rows.slice(-2).flat();
  const sum = total(both);
  if (rows.length < 2 || width / sum >= tile * MIN_STRETCH) return [...rows.slice(0, -2), both];
  if (!continues) return rows;
  let half = 0;
  let end = 0;
  while (end < both.length - 1 && half < sum / 2) half += both[end++] ?? 0;
  return [...rows.slice(0, -2), both.slice(0, end), both.slice(end)];
}

function place(rows: readonly (readonly number[])[], options: RowOptions, maxHeight: number): readonly Row[] {
  const { width, tile, caption, gap } = options;
  let first = 0;
  let y = 0;
  return rows.map((ratios, index) => {
    const limit = index < rows.length - 2 ? tile : maxHeight;
    const height = Math.min(limit, (width - gap * (ratios.length - 1)) / total(ratios));
    let x = 0;
    const items = ratios.map((ratio) => {
      const item = { x, width: ratio * height };
      x += item.width + gap;
      return item;
    });
    const row = { first, y, height: height + caption, items, above: 0 };
    first += ratios.length;
    y += row.height + gap;
    return row;
  });
}

function total(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + ratio, 0);
}
