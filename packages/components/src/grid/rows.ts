/** Breaks pictures into rows of about equal height that fill a width. */

/** Width divided by height of a picture whose own is not known yet: that of most cameras. */
export const USUAL_RATIO = 1.4;

/** Panoramas and strips are cut to this, so that each stays visible in a row. */
const MOST_RATIO = 4;

/** How much lower or higher than wanted the last two rows may be, where more rows follow. */
const LOWEST = 0.75;
const HIGHEST = 1.5;

/** What rows depend on, in CSS pixels. */
export interface RowOptions {
  readonly width: number;
  /** Wanted height of the pictures, which those of full rows do not exceed. */
  readonly tile: number;
  /** Height of the caption below each picture. */
  readonly caption: number;
  readonly gap: number;
}

/** A picture within its row. */
export interface RowItem {
  readonly x: number;
  readonly width: number;
}

/** A row; `y` counts from the start of the first one, `height` is without the gap below. */
export interface Row {
  /** Index of its first picture. */
  readonly first: number;
  readonly y: number;
  readonly height: number;
  readonly items: readonly RowItem[];
}

/**
 * Returns the rows of pictures with these ratios. If `continues`, other pictures follow below, so that the last rows must
 * look full, too; else the last row keeps the wanted height.
 */
export function breakRows(ratios: ArrayLike<number>, options: RowOptions, continues: boolean): readonly Row[] {
  const { width, tile, gap } = options;
  const cut = Array.from(ratios, (ratio) => Math.min(MOST_RATIO, Math.max(1 / MOST_RATIO, ratio || USUAL_RATIO)));
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
  const balanced = continues && !isFull ? balance(rows, options) : rows;
  return place(balanced, options, continues ? tile * HIGHEST : tile);
}

/** Makes one row or two equal ones of a full row and a rest. */
function balance(rows: readonly number[][], { width, tile }: RowOptions): readonly (readonly number[])[] {
  const both = rows.slice(-2).flat();
  const sum = total(both);
  if (rows.length < 2 || width / sum >= tile * LOWEST) return [...rows.slice(0, -2), both];
  let half = 0;
  let end = 0;
  while (end < both.length - 1 && half < sum / 2) half += both[end++] ?? 0;
  return [...rows.slice(0, -2), both.slice(0, end), both.slice(end)];
}

function place(rows: readonly (readonly number[])[], options: RowOptions, highest: number): readonly Row[] {
  const { width, tile, caption, gap } = options;
  let first = 0;
  let y = 0;
  return rows.map((ratios, index) => {
    const limit = index < rows.length - 2 ? tile : highest;
    const height = Math.min(limit, (width - gap * (ratios.length - 1)) / total(ratios));
    let x = 0;
    const items = ratios.map((ratio) => {
      const item = { x, width: ratio * height };
      x += item.width + gap;
      return item;
    });
    const row = { first, y, height: height + caption, items };
    first += ratios.length;
    y += row.height + gap;
    return row;
  });
}

function total(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + ratio, 0);
}
