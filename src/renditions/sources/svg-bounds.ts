import { ROOT, svgExtent } from '../../metadata/svg-size.ts';

/** Beyond this side the library draws a single pixel. */
const MAX_SIDE = 30_000;
/** Where the first element begins and ends. */
const HEAD_BYTES = 64 * 1024;
/** More than any box. */
const FITTED_SIDE = 8192;

/** An SVG of more pixels than the library can draw, as one of the same shape that it can; any other as it is. */
export function boundedSvg(bytes: Buffer): Buffer {
  // One character a byte, so that what isn't looked at stays as it is.
  const text = bytes.toString('latin1', 0, HEAD_BYTES);
  const found = ROOT.exec(text);
  const attributes = found?.[1] ?? '';
  const { width, height } = svgExtent(attributes);
  const side = Math.max(width, height);
  if (found === null || side <= MAX_SIDE || !Number.isFinite(side)) return bytes;
  const kept = attributes.replaceAll(/(^|\s)(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '$1').replace(/\/\s*$/, '');
  const box = /\sviewBox\s*=/.test(attributes) ? '' : ` viewBox="0 0 ${width} ${height}"`;
  const scale = FITTED_SIDE / side;
  const size = ` width="${Math.max(1, width * scale)}" height="${Math.max(1, height * scale)}"`;
  const opening = found[0].slice(0, found[0].indexOf(attributes));
  const end = /\/\s*$/.test(attributes) ? '/>' : '>';
  return Buffer.concat([
    bytes.subarray(0, found.index),
    Buffer.from(`${opening}${kept}${box}${size}${end}`, 'latin1'),
    bytes.subarray(found.index + found[0].length),
  ]);
}
