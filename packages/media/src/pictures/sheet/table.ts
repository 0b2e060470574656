import { type Measure, SANS } from '../../inspect/fonts.ts';
import type { Piece } from './block.ts';
import { escapeXml } from './escape.ts';

/** The cells of a table, row by row. */
export type Rows = readonly (readonly string[])[];

/** Font size in points, as are the lengths below. */
const SIZE = 8.5;
const ROW = 15;
const PADDING = 5;
const NARROWEST = 30;
const WIDEST = 260;
const MAX_COLUMNS = 40;
const MAX_ROWS = 120;
const MAX_CHARACTERS = 200;

interface Column {
  readonly x: number;
  readonly width: number;
  readonly isNumeric: boolean;
}

/**
 * Draws the rows that fit into `height`; the first is the heading. Long cells end in an ellipsis. Leaves out the last
 * columns if there is no room for them.
 */
export function drawTable(
  rows: Rows,
  { width, height, measure, id }: { width: number; height: number; measure: Measure; id: string },
): Piece {
  const shown = rows.slice(0, Math.min(MAX_ROWS, Math.max(1, Math.floor(height / ROW))));
  const columns = layOut(rows, width, measure);
  const right = columns.reduce((end, column) => Math.max(end, column.x + column.width), 0);
  const bottom = shown.length * ROW;
  const bands = shown.map((_, n) => `<path d="M0 ${n * ROW}h${right}v${ROW}h${-right}z" fill="${bandColour(n)}"/>`);
  const lines = columns.slice(1).map(({ x }) => `M${x} 0V${bottom}`);
  const clips = columns.map(
    ({ x, width: across }, n) =>
      `<clipPath id="${id}-${n}"><path d="M${x} 0h${across}v${bottom}h${-across}z"/></clipPath>`,
  );
  const cells = columns.map((column, n) => {
    const texts = shown.map((row, line) => drawCell(row[n] ?? '', line, column, measure));
    return `<g clip-path="url(#${id}-${n})">${texts.join('')}</g>`;
  });
  return {
    svg: `${clips.join('')}${bands.join('')}<path d="${lines.join('')}" stroke="#dbe1e7" stroke-width=".5"/>
<g font-family="${SANS}" font-size="${SIZE}">${cells.join('')}</g>
<path d="M0 0h${right}v${bottom}h${-right}z" fill="none" stroke="#c3cbd4" stroke-width=".6"/>`,
    height: bottom,
    isCut: shown.length < rows.length,
  };
}

function bandColour(row: number): string {
  if (row === 0) return '#e4e9ef';
  return row % 2 === 0 ? '#f6f8fa' : '#ffffff';
}

function drawCell(text: string, line: number, { x, width, isNumeric }: Column, measure: Measure): string {
  const isBold = line === 0;
  const shown = shorten(text, (some) => measure(some, { isBold }) * SIZE, width - 2 * PADDING);
  if (shown === '') return '';
  const place = isNumeric ? `x="${x + width - PADDING}" text-anchor="end"` : `x="${x + PADDING}"`;
  return `<text ${place} y="${line * ROW + ROW * 0.69}"${isBold ? ' font-weight="700"' : ''}>${escapeXml(shown)}</text>`;
}

function layOut(rows: Rows, width: number, measure: Measure): Column[] {
  const columns: Column[] = [];
  let x = 0;
  for (const [n, each] of squeeze(columnWidths(rows, measure), width).entries()) {
    if (x + each > width + 0.5) break;
    columns.push({ x, width: each, isNumeric: isNumeric(rows, n) });
    x += each;
  }
  return columns;
}

/** Narrows the widest columns until all fit, but none below the minimum width. */
function squeeze(widths: readonly number[], room: number): number[] {
  const taken = (cap: number) => widths.reduce((sum, width) => sum + Math.min(width, cap), 0);
  let low = NARROWEST;
  let high = WIDEST;
  for (let step = 0; step < 20 && taken(high) > room; step++) {
    const middle = (low + high) / 2;
    if (taken(middle) > room) high = middle;
    else low = middle;
    if (high - low < 0.5) high = low;
  }
  return widths.map((width) => Math.min(width, high));
}

function columnWidths(rows: Rows, measure: Measure): number[] {
  const sample = rows.slice(0, MAX_ROWS);
  const most = sample.reduce((count, row) => Math.max(count, row.length), 0);
  return Array.from({ length: Math.min(MAX_COLUMNS, most) }, (_, n) =>
    sample.reduce((width, row, line) => {
      const text = oneLine(row[n] ?? '');
      const own = measure(text, { isBold: line === 0 }) * SIZE + 2 * PADDING + 1;
      return Math.min(WIDEST, Math.max(width, own));
    }, NARROWEST),
  );
}

function isNumeric(rows: Rows, column: number): boolean {
  const values = rows.slice(1, MAX_ROWS).flatMap((row) => row[column]?.trim() || []);
  const numbers = values.filter((value) => /^[-+(]?[€$£¥]?\s?\d[\d.,' ]*\s?[%€$£¥)]?$/.test(value));
  return values.length > 0 && numbers.length >= values.length * 0.8;
}

function shorten(text: string, measure: (text: string) => number, width: number): string {
  const line = oneLine(text);
  if (measure(line) <= width) return line;
  let shown = '';
  let taken = measure('…');
  for (const character of line) {
    taken += measure(character);
    if (taken > width) break;
    shown += character;
  }
  return `${shown.trimEnd()}…`;
}

function oneLine(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ').trim();
}
