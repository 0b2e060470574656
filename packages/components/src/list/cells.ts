import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ExpiryNote } from '../expiry/expiry-note.ts';
import { formatBytes } from '../texts/bytes.ts';
import { clockTime } from '../texts/clock-time.ts';
import { formatDate } from '../texts/texts.ts';

/** Widths of the columns in CSS pixels; that of the name and of fields is the least, and they share what there is. */
const WIDTHS: Readonly<Record<string, number>> = { kind: 44, dimensions: 96, size: 72, uploaded: 96, modified: 96 };
const NAME_WIDTH = 200;
const FIELD_WIDTH = 112;

/** The space before each column, and the check mark and the picture before the name. */
const GAP = 24;
const BEFORE_NAME = 108;

/** Returns the class of a cell: sizes are compared by their ends, and rights come first where there are no columns. */
export function classOf(column: string): string {
  return column === 'rights' ? 'first' : /^(?:dimensions|size)$/.test(column) ? 'end' : '';
}

function widthOf(column: string): number {
  return WIDTHS[column] ?? FIELD_WIDTH;
}

/** Returns those of these columns, from the first on, for which a list of so many pixels has room. */
export function fitting(columns: readonly string[], width: number): readonly string[] {
  let room = width - BEFORE_NAME - NAME_WIDTH;
  return columns.filter((column) => {
    room -= widthOf(column) + GAP;
    return room >= 0;
  });
}

/**
 * Returns the value of `grid-template-columns` for the name and these columns. The name, which people read, and fields take what
 * the others don't need.
 */
export function tracksOf(columns: readonly string[]): string {
  const tracks = columns.map((column) =>
    WIDTHS[column] ? `minmax(0, ${WIDTHS[column]}px)` : `minmax(0, ${FIELD_WIDTH}fr)`,
  );
  return [`minmax(0, ${2 * NAME_WIDTH}fr)`, ...tracks].join(' ');
}

/** Returns what a column says of an asset; empty where nothing is known. */
export function cellOf(
  { say, locale, about }: Catalogue,
  asset: Asset,
  column: string,
  expiry: ExpiryNote | undefined,
): string {
  const { extension = '', width, height, duration, pages = 0, size, created, modified, licence, infofields } = asset;
  const dateOf = (time: number | undefined) => (time ? formatDate(time, locale, about.timeZone) : '');
  switch (column) {
    case 'kind':
      return extension.toUpperCase();
    case 'dimensions':
      if (duration) return clockTime(duration);
      if (pages > 1) return say('kind.pages', { count: pages });
      return width && height ? `${width} × ${height}` : '';
    case 'size':
      return size ? formatBytes(size, locale) : '';
    case 'uploaded':
      return dateOf(created);
    case 'modified':
      return dateOf(modified);
    case 'rights':
      // Together, they would be cut. A mark beside the name says what has expired.
      return (expiry?.isExpired ? undefined : expiry?.validity) ?? licenceName(licence ?? '');
    default:
      return infofields?.[column.replace('info_', '')] ?? '';
  }
}

/** Returns the ID of a licence as people write it: `CC BY-SA 4.0`. */
export function licenceName(id: string): string {
  return id.replace(/^CC-(?=BY|NC|ND|SA)/, 'CC ').replace(/^(CC.*?)-(?=\d)/, '$1 ');
}
