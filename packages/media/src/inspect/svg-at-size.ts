import type { Size } from '../../../core/src/domain/geometry.ts';
import { svgExtent, svgRoot } from './svg-size.ts';

/** Number of leading bytes that must contain the first element. */
const HEAD_BYTES = 64 * 1024;
/** Aspect ratios that differ by less than this differ only by rounding. */
const SAME_SHAPE = 0.01;

/** An SVG whose first element states its size. */
interface SizedSvg extends Size {
  /** Returns the text with this size on its first element; lengths inside keep their proportion to the whole. */
  at(size: Size): Buffer;
}

/**
 * Reads the size of an SVG; undefined if the first element doesn't state it. Sides are above 0, finite and not rounded.
 */
export function readSvg(bytes: Buffer): SizedSvg | undefined {
  // Decodes as latin1, one character per byte, so that everything else in the text stays unchanged.
  const found = svgRoot(bytes.toString('latin1', 0, HEAD_BYTES));
  const attributes = found?.[1] ?? '';
  const own = svgExtent(attributes);
  if (found === null || !isLength(own.width) || !isLength(own.height)) return undefined;
  const start = found.index + found[0].indexOf(attributes);
  const isEmpty = /\/\s*$/.test(attributes);
  const shape = shapeOf(attributes, own);
  const kept = attributes
    .replace(/\/\s*$/, '')
    .replaceAll(ATTRIBUTE, (whole, name) => (REPLACED.has(name) ? '' : whole));
  return {
    ...own,
    at: ({ width, height }) =>
      Buffer.concat([
        bytes.subarray(0, start),
        Buffer.from(`${kept} ${shape} width="${width}" height="${height}"${isEmpty ? '/' : ''}`, 'latin1'),
        bytes.subarray(start + attributes.length),
      ]),
  };
}

/** Attribute names must follow a blank or a value, so that a long text without values is scanned only once. */
const ATTRIBUTE = /(?<=^|[\s"'])([^\s="']+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const REPLACED: ReadonlySet<string> = new Set(['width', 'height']);

function isLength(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}

/**
 * Returns attributes that keep the drawing in place at any size, so that rounding to whole pixels leaves no gap along a
 * side.
 */
function shapeOf(attributes: string, { width, height }: Size): string {
  const box = /(?:^|\s)viewBox\s*=\s*["']\s*\S+?[\s,]+\S+?[\s,]+([^\s,"']+)[\s,]+([^\s,"']+)/.exec(attributes);
  if (box === null) return `viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"`;
  const isSame = Math.abs((Number(box[1]) / Number(box[2])) * (height / width) - 1) < SAME_SHAPE;
  return isSame && !/(?:^|\s)preserveAspectRatio\s*=/.test(attributes) ? 'preserveAspectRatio="none"' : '';
}
