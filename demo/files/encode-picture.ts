import sharp, { type Sharp } from 'sharp';
import { giveBack } from '../drawing/bitmap-pool.ts';
import type { Bitmap } from '../drawing/finish.ts';
import { encoderOf, type PictureOrder, renderPicture, renderVector } from '../drawing/render.ts';
import { stampAsDraft } from './draft.ts';
import { exifOf } from './exif.ts';
import { addIptc } from './iptc.ts';
import type { PictureJob } from './picture-job.ts';
import { xmpOf } from './xmp.ts';

/** Lies on its right side: EXIF 6 turns it back. */
const TURNED = 6;

/** Draws the picture and gives the bytes of its file. */
export async function encodePicture(job: PictureJob): Promise<Buffer> {
  const extension = job.path.slice(job.path.lastIndexOf('.') + 1);
  if (job.treatment === 'vector') return renderVector(job);
  if (job.treatment === 'cutout') return await formatted(sharp(renderVector(job)), extension, job).toBuffer();
  if (job.treatment === 'loop' || job.treatment === 'pages') return await encodeSeries(job, extension);
  const bitmap = await renderPicture(job);
  if (job.treatment === 'draft') await stampAsDraft(bitmap);
  const treated = treat(encoderOf(bitmap), job);
  const described = describe(treated, job);
  const bytes = await formatted(described, extension, job).toBuffer();
  giveBack(bitmap);
  return extension === 'jpg' && job.caption !== undefined ? addIptc(bytes, job.caption) : bytes;
}

function treat(picture: Sharp, job: PictureJob): Sharp {
  switch (job.treatment) {
    case 'grey':
      return picture.grayscale().toColourspace('b-w');
    case 'cmyk':
      return picture.toColourspace('cmyk');
    case 'deep':
      return picture.toColourspace('rgb16');
    case 'turned':
      return picture.rotate(-90);
    default:
      return picture;
  }
}

function describe(picture: Sharp, job: PictureJob): Sharp {
  const { caption, treatment } = job;
  const upright = treatment === 'turned' ? picture.withMetadata({ orientation: TURNED }) : picture;
  return caption === undefined ? upright : upright.withExif(exifOf(caption)).withXmp(xmpOf(caption));
}

function formatted(picture: Sharp, extension: string, { quality = 80, treatment }: PictureJob): Sharp {
  switch (extension) {
    case 'png':
      return picture.png({ compressionLevel: 6, palette: treatment === 'plain' });
    case 'webp':
      return picture.webp({ quality, effort: 1 });
    case 'tif':
      return picture
        .withMetadata({ density: 300 })
        .tiff({ compression: treatment === 'cmyk' ? 'lzw' : 'deflate', predictor: 'horizontal' });
    case 'avif':
      return picture.avif({ quality: 55, effort: 0 });
    case 'gif':
      return picture.gif({ effort: 1, colours: 96, dither: 0.6 });
    default:
      return picture.jpeg({ quality, optimiseCoding: false });
  }
}

/** The same place at several hours, one below the other, which is how the encoders take animations and pages. */
async function encodeSeries(job: PictureJob, extension: string): Promise<Buffer> {
  const hours = ['dawn', 'noon', 'golden', 'dusk', 'moonlight'] as const;
  const frames: Bitmap[] = [];
  for (const palette of job.treatment === 'loop' ? hours : hours.slice(0, 3))
    frames.push(await renderPicture(orderOf(job, palette)));
  const input = await Promise.all(frames.map((frame) => encoderOf(frame).png({ compressionLevel: 1 }).toBuffer()));
  const series = sharp(input, { join: { animated: true } });
  if (extension === 'tif') return await series.tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer();
  if (extension === 'webp') return await series.webp({ quality: 70, effort: 0, delay: 700, loop: 0 }).toBuffer();
  return await series.gif({ effort: 1, colours: 64, dither: 0.5, delay: 700, loop: 0 }).toBuffer();
}

function orderOf(job: PictureJob, palette: PictureOrder['palette']): PictureOrder {
  return { scene: job.scene, palette, variant: job.variant, seed: job.seed, width: job.width, height: job.height };
}
