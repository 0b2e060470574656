import sharp, { type Sharp } from 'sharp';
import type { PaletteName } from '../drawing/palettes.ts';
import { encoderOf, renderPicture, renderVector } from '../drawing/render.ts';
import { exifOf } from './caption.ts';
import type { PictureJob } from './picture-job.ts';

/** EXIF orientation of a picture stored on its side; viewers turn it upright. */
const TURNED = 6;

/** Draws a picture and returns the bytes of its file. */
export async function encodePicture(job: PictureJob): Promise<Buffer> {
  const extension = job.path.slice(job.path.lastIndexOf('.') + 1);
  if (job.treatment === 'vector') return renderVector(job);
  if (job.treatment === 'cutout') return await formatted(sharp(renderVector(job)), extension, job).toBuffer();
  if (job.treatment === 'loop' || job.treatment === 'pages') return await encodeSeries(job, extension);
  const treated = treat(encoderOf(await renderPicture(job)), job.treatment);
  const described = job.caption === undefined ? treated : treated.withExif(exifOf(job.caption));
  return await formatted(described, extension, job).toBuffer();
}

function treat(picture: Sharp, treatment: PictureJob['treatment']): Sharp {
  if (treatment === 'grey') return picture.grayscale().toColourspace('b-w');
  if (treatment === 'cmyk') return picture.toColourspace('cmyk');
  if (treatment === 'deep') return picture.toColourspace('rgb16');
  if (treatment === 'draft') return picture.modulate({ saturation: 0.15 }).linear(0.74, 50);
  return treatment === 'turned' ? picture.rotate(-90).withMetadata({ orientation: TURNED }) : picture;
}

function formatted(picture: Sharp, extension: string, { treatment }: PictureJob): Sharp {
  if (extension === 'png') return picture.png({ compressionLevel: 6, palette: treatment === 'plain' });
  if (extension === 'webp') return picture.webp({ quality: 80, effort: 1 });
  if (extension === 'avif') return picture.avif({ quality: 55, effort: 0 });
  if (extension === 'tif')
    return picture.withMetadata({ density: 300 }).tiff({ compression: 'lzw', predictor: 'horizontal' });
  return picture.jpeg({ quality: 82, optimiseCoding: false });
}

/** Draws the same place at several hours, stacked vertically, which is how the encoders expect animations and pages. */
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
