import type { Size } from '../../domain/geometry.ts';

/** A4 upright, in points. */
export const SHEET: Size = { width: 595, height: 842 };
/** Rows of a table that a sheet may show. */
const MOST_ROWS = 150;
const MOST_COLUMNS = 40;
/** Points: what a character takes, what stands around a cell, and what a column takes at least and at most. */
const CHARACTER = 4.8;
const PADDING = 11;
const NARROWEST = 30;
const WIDEST = 260;
/** Points that an upright sheet offers, and a little more, since long cells may be shortened. */
const UPRIGHT = 565;

/** The rows that a sheet with the beginning of separated values may show. */
export async function tableRows(text: string): Promise<readonly (readonly string[])[]> {
  const { default: papaparse } = await import('papaparse');
  return papaparse.parse<string[]>(text, { preview: MOST_ROWS, skipEmptyLines: 'greedy' }).data;
}

/** The sheet that a table is drawn on, in points: landscape for a wide one. Characters decide, since import loads no fonts. */
export function tableSheet(rows: readonly (readonly string[])[]): Size {
  const columns = Math.min(
    MOST_COLUMNS,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
  let width = 0;
  for (let column = 0; column < columns; column++) {
    const longest = rows.reduce((most, row) => Math.max(most, row[column]?.trim().length ?? 0), 0);
    width += Math.min(WIDEST, Math.max(NARROWEST, longest * CHARACTER + PADDING));
  }
  return width > UPRIGHT ? { width: SHEET.height, height: SHEET.width } : SHEET;
}
