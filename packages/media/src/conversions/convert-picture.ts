import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { isSame, type Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { checksumOf } from '../derived/checksum.ts';
import { writeAvifColours } from './avif-colours.ts';
import { DEFAULT_DPI, type PicturePlan, type PictureTarget } from './conversion-plan.ts';
import { copyMetadata, type OwnProperties, writeExifDensity } from './copy-metadata.ts';
import { removeTiffDensity, writeJpegDensity, writePngDensity } from './density.ts';
import { encoded } from './encode.ts';
import { jpegsInPdf } from './jpegs-in-pdf.ts';
import { type ConversionSource, type OpenedPicture, openPicture } from './open-picture.ts';
import { writeTiles } from './tile-file.ts';

/** Formats that can store a density only in EXIF. */
const DENSITY_IN_EXIF: ReadonlySet<PictureTarget> = new Set<PictureTarget>(['webp', 'avif']);

/** Formats whose metadata the image library reports. If it reports none, exiftool need not run. */
const SEEN = /^image\/(?:jpeg|png|webp|avif|gif)$/;

/** What was just written may have more pixels than the image library reads by default. */
const OWN = { limitInputPixels: false };

/**
 * Writes the planned picture and returns the CRC-32 of the file. Rejects with CannotMake for a bad source, or with
 * another error if the target can't be written.
 */
export async function convertPicture(source: ConversionSource, asked: PicturePlan, target: string): Promise<number> {
  const opened = await openPicture(source, asked);
  if (asked.to === 'pdf') {
    await writePdf(source, asked, opened, target);
    return await checksumOf(target);
  }
  const dpi = asked.dpi ?? opened.dpi;
  const plan = dpi === undefined ? asked : { ...asked, dpi };
  const described = await opened.pixels.metadata();
  const picture = await encoded(opened, plan);
  if (plan.to === 'tiles') {
    const { size } = opened.layout.fitted;
    // Tiles are numbered by the size in the plan, and the first are read before the last are cut.
    if (!isSame(size, plan.picture ?? size))
      throw new CannotMake('corrupt', `${size.width} × ${size.height} pixels are unexpected`);
    await writeTiles(picture, size, target);
    return await checksumOf(target);
  }
  const size = await picture.toFile(target);
  if (opened.cicp) await writeAvifColours(target, opened.cicp);
  await writeDensity(target, plan);
  const hasDescription = described.exif ?? described.xmp ?? described.iptc;
  const describes =
    plan.keepsMetadata && 'path' in source && (hasDescription || !SEEN.test(source.properties.mediaType));
  if (describes) await copyMetadata(source.path, target, await ownProperties(target, size, plan.dpi));
  else if (plan.dpi !== undefined && DENSITY_IN_EXIF.has(plan.to)) await writeExifDensity(target, plan.dpi);
  return await checksumOf(target);
}

async function writePdf(source: ConversionSource, plan: PicturePlan, first: OpenedPicture, target: string) {
  const { pages: count = 1, marks } = plan;
  const dpi = plan.dpi ?? first.dpi ?? DEFAULT_DPI;
  async function* jpegs() {
    for (let page = 0; page < count; page++) {
      const opened = page === 0 ? first : await openPicture(source, { ...plan, page });
      const bytes = await (await encoded(opened, plan)).toBuffer();
      yield { bytes, ...(await sharp(bytes, OWN).metadata()) };
    }
  }
  await writeFile(target, jpegsInPdf(jpegs(), { count, dpi, marks }));
}

/**
 * Writes the density if the format has its own field for it. Removes the image library's default density if none is
 * known.
 */
async function writeDensity(target: string, { to, dpi }: PicturePlan): Promise<void> {
  if (to === 'jpg' && dpi !== undefined) await writeJpegDensity(target, dpi);
  if (to === 'png') await writePngDensity(target, dpi);
  if (to === 'tif' && dpi === undefined) await removeTiffDensity(target);
}

async function ownProperties(target: string, { width, height }: Size, dpi: number | undefined): Promise<OwnProperties> {
  const { icc, space } = await sharp(target, OWN).metadata();
  return { width, height, isSrgb: icc === undefined && space === 'srgb', ...(dpi === undefined ? {} : { dpi }) };
}
