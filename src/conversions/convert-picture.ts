import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { checksumOf } from './checksum.ts';
import { copyMetadata } from './copy-metadata.ts';
import { encoded } from './encode.ts';
import { writeJpegDensity } from './jpeg-density.ts';
import { jpegInPdf } from './jpeg-in-pdf.ts';
import type { Misfit } from './layout.ts';
import { type ConversionSource, openPicture } from './open-picture.ts';
import { DEFAULT_DPI, type PicturePlan } from './plan.ts';

/** Kinds of files whose descriptions the image library sees, so that one without any needs no look by another program. */
const SEEN = /^image\/(?:jpeg|png|webp|avif|gif)$/;

/** Writes the picture that a plan asks for. Gives the CRC-32 of the file. Rejects with CannotRender, or because of the target. */
export async function convertPicture(
  source: ConversionSource,
  asked: PicturePlan,
  target: string,
): Promise<number | Misfit> {
  const opened = await openPicture(source, asked);
  if (typeof opened === 'string') return opened;
  const dpi = asked.dpi ?? opened.dpi;
  const plan = dpi === undefined ? asked : { ...asked, dpi };
  const described = await opened.pixels.metadata();
  const picture = await encoded(opened, plan);
  if (plan.to === 'pdf') {
    const { data } = await picture.toBuffer({ resolveWithObject: true });
    await writeFile(target, jpegInPdf(data, await sharp(data).metadata(), plan.dpi ?? DEFAULT_DPI));
    return await checksumOf(target);
  }
  const { width, height } = await picture.toFile(target);
  if (plan.to === 'jpg' && plan.dpi !== undefined) await writeJpegDensity(target, plan.dpi);
  const hasWords = described.exif ?? described.xmp ?? described.iptc;
  if (plan.keepsMetadata && 'path' in source && (hasWords || !SEEN.test(source.facts.mediaType))) {
    const { icc, space } = await sharp(target).metadata();
    const own = { width, height, isSrgb: icc === undefined && space === 'srgb' };
    await copyMetadata(source.path, target, { ...own, ...(plan.dpi === undefined ? {} : { dpi: plan.dpi }) });
  }
  return await checksumOf(target);
}
