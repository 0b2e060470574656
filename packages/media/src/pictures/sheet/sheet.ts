import sharp from 'sharp';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { loadFonts, type Measure, MONO, openMeasure, SANS } from '../../inspect/fonts.ts';
import { SHEET } from '../../inspect/table-shape.ts';
import { naturalPageSize, pageSize } from '../plan.ts';
import type { Picture } from '../sources/picture.ts';
import { type Block, type Piece, type Run, type TextBlock, VERBATIM_SIZE } from './block.ts';
import { escapeXml } from './escape.ts';
import { drawTable } from './table.ts';
import { type Line, wrapRuns, wrapVerbatim } from './wrap.ts';

/** Margin of the sheet in points. */
const MARGIN = 52;
/** Line height, and distance from the top of a line to its baseline, as multiples of the font size. */
const LEADING = 1.42;
const MONO_LEADING = 1.3;
const ASCENT = 1.07;
/** Distance of text from the edge of its tinted background or from its bar. */
const INSET = 8;
const INK = '#24292f';
const COLOURS = { link: '#0b5cad', code: '#24292f', faint: '#6a737d', struck: '#6a737d' } as const;

/** Where unchanged text stands on a sheet, in points. */
export const VERBATIM = {
  left: MARGIN,
  leading: VERBATIM_SIZE * MONO_LEADING,
  /** Distance of the first baseline from the upper edge. */
  baseline: MARGIN + baselineOf(VERBATIM_SIZE, VERBATIM_SIZE * MONO_LEADING),
  /** Number of lines on a sheet. */
  lines: Math.floor((SHEET.height - 2 * MARGIN) / (VERBATIM_SIZE * MONO_LEADING)),
  /** Width of a line as a multiple of the font size. */
  across: (SHEET.width - 2 * MARGIN) / VERBATIM_SIZE,
} as const;

/** Draws the blocks that fit onto one sheet of paper, which fills the box. */
export async function drawSheet(
  blocks: Iterable<Block>,
  { box, sheet: { width, height } = SHEET }: { readonly box: number; readonly sheet?: Size },
): Promise<Picture> {
  await loadFonts();
  const content = layOut(blocks, {
    width: width - 2 * MARGIN,
    height: height - 2 * MARGIN,
    measure: await openMeasure(),
  });
  const size = pageSize(width, height, box) ?? { width, height };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
<rect width="100%" height="100%" fill="#fff"/><g transform="translate(${MARGIN} ${MARGIN})" fill="${INK}">${content}</g></svg>`;
  const natural = naturalPageSize(width, height) ?? size;
  return { pixels: sharp(Buffer.from(svg), { limitInputPixels: false }), ...size, pages: 1, natural };
}

interface Room {
  /** Size in points. */
  readonly width: number;
  readonly height: number;
  readonly measure: Measure;
}

function layOut(blocks: Iterable<Block>, room: Room): string {
  let svg = '';
  let y = 0;
  for (const block of blocks) {
    if (y > 0) y += block.before;
    if (y >= room.height) break;
    const own = { ...room, width: room.width - block.indent, height: room.height - y };
    const piece = draw(block, own, `b${Math.round(y)}`);
    svg += `<g transform="translate(${block.indent} ${round(y)})">${piece.svg}</g>`;
    y += piece.height;
    if (piece.isCut) break;
  }
  return svg;
}

function draw(block: Block, room: Room, id: string): Piece {
  if (block.kind === 'text') return drawText(block, room);
  if (block.kind === 'table') return drawTable(block.rows, { ...room, id });
  return { svg: `<path d="M0 .5H${room.width}" stroke="#d0d7de"/>`, height: 1, isCut: false };
}

function drawText(block: TextBlock, { width, height, measure }: Room): Piece {
  const { size, look, runs, marker } = block;
  const isVerbatim = look === 'code' || look === 'verbatim';
  const leading = size * (isVerbatim ? MONO_LEADING : LEADING);
  const left = look === 'code' || look === 'quote' ? INSET : 0;
  const above = look === 'code' ? INSET * 0.75 : 0;
  const across = (width - left - above) / size;
  const [first] = runs;
  const lines =
    isVerbatim && first !== undefined ? wrapVerbatim(first, across, measure) : wrapRuns(runs, across, measure);
  let svg = '';
  let y = above;
  let isCut = false;
  for (const line of lines) {
    if (y + leading > height) {
      isCut = true;
      break;
    }
    svg += drawLine(line, { left, top: y, size, leading, across });
    y += leading;
  }
  y += above;
  const points = Math.min(y, height);
  const behind =
    look === 'code'
      ? `<rect width="${width}" height="${round(points)}" rx="3" fill="#f3f5f7"/>`
      : look === 'quote'
        ? `<rect width="2.5" height="${round(points)}" rx="1" fill="#c3cbd4"/>`
        : '';
  const before =
    marker === undefined
      ? ''
      : `<text x="-6" y="${round(above + size * ASCENT)}" text-anchor="end" font-family="${SANS}" font-size="${size}" fill="${COLOURS.faint}">${escapeXml(marker)}</text>`;
  return { svg: behind + before + svg, height: points, isCut };
}

function drawLine(
  line: Line,
  at: { left: number; top: number; size: number; leading: number; across: number },
): string {
  if (line.length === 0) return '';
  const { left, top, size, leading, across } = at;
  const baseline = round(top + baselineOf(size, leading));
  const tints = line
    .filter(({ look }) => look === 'code')
    .map(
      ({ x, width }) =>
        `<rect x="${round(left + x * size)}" y="${round(baseline - size * 0.95)}" width="${round(width * size)}" height="${round(size * 1.25)}" fill="#eff1f4"/>`,
    );
  const text = line.map((run) => `<tspan ${letters(run)}>${escapeXml(run.text)}</tspan>`).join('');
  const place = isRightToLeft(line) ? `x="${round(left + across * size)}" direction="rtl"` : `x="${left}"`;
  return `${tints.join('')}<text xml:space="preserve" ${place} y="${baseline}" font-size="${size}">${text}</text>`;
}

/** Returns the distance of a line's baseline from its top. */
function baselineOf(size: number, leading: number): number {
  return (leading - size * LEADING) / 2 + size * (ASCENT + 0.04);
}

function letters({ isMono, isBold, isItalic, look }: Run): string {
  const family = `font-family="${isMono ? MONO : SANS}"`;
  const weight = isBold && !isMono ? ' font-weight="700"' : '';
  const slant = isItalic ? ' font-style="italic"' : '';
  const colour = look === undefined ? '' : ` fill="${COLOURS[look]}"`;
  return family + weight + slant + colour + (look === 'struck' ? ' text-decoration="line-through"' : '');
}

/** Decides by the first letter of the line. */
function isRightToLeft(line: Line): boolean {
  const letter = /[\p{L}]/u.exec(line.map(({ text }) => text).join(''))?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
