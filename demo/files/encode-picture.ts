import sharp, { type Sharp } from 'sharp';
import type { Bitmap } from '../drawing/finish.ts';
import { lettering } from '../drawing/lettering.ts';
import { encoderOf, type PictureOrder, renderPicture, renderVector } from '../drawing/render.ts';
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
  const treated = treat(encoderOf(await renderPicture(job)), job);
  const described = describe(treated, job);
  const bytes = await formatted(described, extension, job).toBuffer();
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
    case 'draft':
      return picture.modulate({ saturation: 0.12, brightness: 1.12 }).composite([{ input: draftStamp(job) }]);
    default:
      return picture;
  }
}

function describe(picture: Sharp, job: PictureJob): Sharp {
  const { caption, treatment } = job;
  if (caption === undefined) return picture;
  return picture.withExif(exifOf(caption, treatment === 'turned' ? TURNED : 1)).withXmp(xmpOf(caption));
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
      return picture.jpeg({ quality });
  }
}

/** The same place at several hours, one below the other, which is how the encoders take animations and pages. */
async function encodeSeries(job: PictureJob, extension: string): Promise<Buffer> {
  const hours = ['dawn', 'spring', 'noon', 'golden', 'rose', 'dusk', 'moonlight'] as const;
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

function draftStamp({ width, height }: PictureJob): Buffer {
  const size = Math.min(width, height) * 0.16;
  const word = lettering('DRAFT', 0, -size / 2, size, '#c8321f', 0.14, 0.3);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="translate(${width / 2} ${height / 2}) rotate(-18)" opacity=".8">${word}<rect x="${-size * 2.7}" y="${-size}" width="${size * 5.4}" height="${size * 2}" fill="none" stroke="#c8321f" stroke-width="${size * 0.08}" rx="${size * 0.2}"/></g></svg>`,
  );
}
