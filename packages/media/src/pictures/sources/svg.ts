import sharp from 'sharp';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { readSvg } from '../../inspect/svg-at-size.ts';
import { forLibrary, loadFontsFor, measured } from '../../inspect/svg-file.ts';
import { readXmlFile } from '../../inspect/xml-file.ts';
import { drawnSide, MAX_DRAWN, pageSize } from '../plan.ts';
import type { Picture, Wanted } from './picture.ts';

/** Resolution for inches and millimetres, the same as in browsers: 96 pixels per inch. */
const DENSITY = 96;
/** Density at which the library draws one SVG pixel as one picture pixel. */
const PIXEL_DENSITY = 72;
const MAX_DENSITY = 100_000;

type Source = { readonly path: string } & Pick<Wanted, 'box'>;

/**
 * Opens an SVG file, plain or gzipped, drawn to fill the box. It can't reach other files or the network, because the
 * library receives text in memory, which has no base path.
 */
export async function openSvg({ path, box }: Source): Promise<Picture> {
  return await openSvgText(await readXmlFile(path), box);
}

/** Opens SVG text like `openSvg`. */
export async function openSvgText(bytes: Buffer, box: number): Promise<Picture> {
  const text = forLibrary(bytes);
  await loadFontsFor(text);
  const svg = readSvg(text);
  const own = svg ?? (await measured(text));
  const natural = pageSize(own.width, own.height, drawnSide(Math.max(own.width, own.height))) ?? own;
  const size = pageSize(own.width, own.height, box > MAX_DRAWN ? Math.max(natural.width, natural.height) : box) ?? own;
  // Passes the final size from the start, because the library parses the text again for every other size.
  const pixels = svg
    ? sharp(svg.at(scaled(size, PIXEL_DENSITY / DENSITY)), { limitInputPixels: false, density: DENSITY })
    : sharp(text, { limitInputPixels: false, density: densityFor(size.width / own.width) });
  return { pixels, ...size, pages: 1, natural };
}

function scaled({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

function densityFor(factor: number): number {
  return Math.min(MAX_DENSITY, Math.max(1, PIXEL_DENSITY * factor));
}
