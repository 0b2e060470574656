import type { Size } from '../../../core/src/domain/geometry.ts';

/** A4 in portrait orientation, in points. */
export const SHEET: Size = { width: 595, height: 842 };
/** Limit of rows that a sheet may show. */
const MAX_ROWS = 150;
const MAX_COLUMNS = 40;
/** In points: width of a character, padding of a cell, and minimum and maximum width of a column. */
const CHARACTER = 4.8;
const PADDING = 11;
const NARROWEST = 30;
const WIDEST = 260;
/**
 * Width in points up to which a table is drawn in portrait. It slightly exceeds the sheet, because long cells may be
 * shortened.
 */
const UPRIGHT = 565;

/** The line by which Excel is told the delimiter. It is no row. */
export const DELIMITER_LINE = /^"?sep=(.)"?\r?\n/i;

/** Parses the rows that a sheet may show from the beginning of separated values. */
export async function tableRows(text: string): Promise<readonly (readonly string[])[]> {
  const { default: papaparse } = await import('papaparse');
  const [line = '', delimiter = ''] = DELIMITER_LINE.exec(text) ?? [];
  // Without a delimiter it looks for the likeliest.
  return papaparse.parse<string[]>(text.slice(line.length), { delimiter, preview: MAX_ROWS, skipEmptyLines: 'greedy' })
    .data;
}

/**
 * Returns the size in points of the sheet for a table: landscape if the table is wide. The width is estimated from
 * characters, because import loads no fonts.
 */
export function tableSheet(rows: readonly (readonly string[])[]): Size {
  const columns = Math.min(
    MAX_COLUMNS,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
  let width = 0;
  for (let column = 0; column < columns; column++) {
    const longest = rows.reduce((most, row) => Math.max(most, row[column]?.trim().length ?? 0), 0);
    width += Math.min(WIDEST, Math.max(NARROWEST, longest * CHARACTER + PADDING));
  }
  return width > UPRIGHT ? { width: SHEET.height, height: SHEET.width } : SHEET;
}
