import sharp, { type Sharp } from 'sharp';
import type { PaletteName } from '../drawing/palettes.ts';
import { encoderOf, renderPicture, renderVector } from '../drawing/render.ts';
import { exifOf } from './exif.ts';
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
  return await formatted(describe(treated, job), extension, job).toBuffer();
}

function treat(picture: Sharp, job: PictureJob): Sharp {
  switch (job.treatment) {
    case 'grey':
      return picture.grayscale().toColourspace('b-w');
    case 'cmyk':
      return picture.toColourspace('cmyk');
    case 'deep':
      return picture.toColourspace('rgb16');
    case 'draft':
      return picture.modulate({ saturation: 0.15 }).linear(0.74, 50);
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

function formatted(picture: Sharp, extension: string, { treatment }: PictureJob): Sharp {
  switch (extension) {
    case 'png':
      return picture.png({ compressionLevel: 6, palette: treatment === 'plain' });
    case 'webp':
      return picture.webp({ quality: 80, effort: 1 });
    case 'tif':
      return picture
        .withMetadata({ density: 300 })
        .tiff({ compression: treatment === 'cmyk' ? 'lzw' : 'deflate', predictor: 'horizontal' });
    case 'avif':
      return picture.avif({ quality: 55, effort: 0 });
    case 'gif':
      return picture.gif({ effort: 1, colours: 96, dither: 0.6 });
    default:
      return picture.jpeg({ quality: 82, optimiseCoding: false });
  }
}

/** The same place at several hours, one below the other, which is how the encoders take animations and pages. */
async function encodeSeries(job: PictureJob, extension: string): Promise<Buffer> {
  const hours: readonly PaletteName[] = ['dawn', 'noon', 'golden', 'dusk', 'moonlight'];
  const frames: Buffer[] = [];
  for (const palette of job.treatment === 'loop' ? hours : hours.slice(0, 3))
    frames.push(
      await encoderOf(await renderPicture({ ...job, palette }))
        .png({ compressionLevel: 1 })
        .toBuffer(),
    );
  const series = sharp(frames, { join: { animated: true } });
  if (extension === 'tif') return await series.tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer();
  return await series.gif({ effort: 1, colours: 64, dither: 0.5, delay: 700, loop: 0 }).toBuffer();
}
