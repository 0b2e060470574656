import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { CannotMake } from '../../../derived/cannot-make.ts';
import type { TiffPicture } from '../../../inspect/tiff-directories.ts';
import { blankTiffOf } from '../../write-tiff.ts';
import type { Picture } from '../picture.ts';
import { PHOTOMETRIC } from './page.ts';
import { singlePageTiff } from './single-page.ts';

/** Limited because the page is decoded whole: a and b are signed and must not be scaled as unsigned numbers. */
const MAX_DECODED_BYTES = 400_000_000;

/**
 * Opens a Lab page of a TIFF that the image library reads wrong: one of 8 bits, or one with transparency. Undefined for
 * any other page. The library is told that the samples are RGB, so it returns them unchanged.
 */
export async function openLabTiff(path: string, picture: TiffPicture, box: number): Promise<Picture | undefined> {
  const bytes = await singlePageTiff(path, picture, { photometric: PHOTOMETRIC.rgb });
  const settings: SharpOptions = { failOn: 'none', limitInputPixels: false, ignoreIcc: true };
  const { bitsPerSample, channels, autoOrient } = await sharp(bytes, settings).metadata();
  const bits = bitsPerSample === 16 ? 16 : 8;
  if (bits === 16 && channels === 3) return undefined;
  if (autoOrient.width * autoOrient.height * channels * (bits / 8) > MAX_DECODED_BYTES)
    throw new CannotMake('too_large', `${autoOrient.width} x ${autoOrient.height} pixels of Lab`);

  const { data, info } = await sharp(bytes, settings)
    .autoOrient()
    .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
    .raw({ depth: bits === 16 ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const step = Math.max(1, Math.floor(Math.max(info.width, info.height) / (2 * box)));
  const lab = average({ data, bits, ...info }, step);
  const pixels = await toRgb(lab);
  return { pixels, width: info.width, height: info.height, pages: 1 };
}

interface LabNumbers {
  readonly width: number;
  readonly height: number;
  /** L, a and b of 16 bits, interleaved, big-endian; a and b are signed. */
  readonly colours: Buffer;
  /** Alpha from 0 to 255; absent if everything is opaque. */
  readonly alpha?: Buffer;
}

/** Averages squares of `step` x `step` pixels to one. Ignores incomplete squares at the right and bottom. */
function average(
  source: { data: Buffer; bits: 8 | 16; width: number; height: number; channels: number },
  step: number,
): LabNumbers {
  const { data, bits, channels } = source;
  const width = Math.max(1, Math.floor(source.width / step));
  const height = Math.max(1, Math.floor(source.height / step));
  const numbers = bits === 16 ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const half = 2 ** (bits - 1);
  const most = 2 ** bits - 1;
  const colours = Buffer.alloc(width * height * 6);
  const alpha = channels > 3 ? Buffer.alloc(width * height) : undefined;
  const across = Math.min(step, source.width);
  const down = Math.min(step, source.height);
  const mean = (x: number, y: number, channel: number, isSigned: boolean) => {
    let sum = 0;
    for (let row = 0; row < down; row++) {
      let at = ((y * step + row) * source.width + x * step) * channels + channel;
      for (let column = 0; column < across; column++, at += channels) {
        const value = numbers[at] ?? 0;
        sum += isSigned && value >= half ? value - 2 * half : value;
      }
    }
    return sum / (across * down);
  };
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      colours.writeUInt16BE(Math.round((mean(x, y, 0, false) / most) * 65535), pixel * 6);
      for (const channel of [1, 2])
        colours.writeInt16BE(Math.round(mean(x, y, channel, true) * (32768 / half)), pixel * 6 + channel * 2);
      if (alpha !== undefined) alpha[pixel] = Math.round((mean(x, y, 3, false) / most) * 255);
    }
  }
  return { width, height, colours, ...(alpha === undefined ? {} : { alpha }) };
}

async function toRgb({ width, height, colours, alpha }: LabNumbers): Promise<Sharp> {
  const layout = { width, height, channels: 3, bits: 16, photometric: 8, hasAlpha: false, isPlanar: false } as const;
  const tiff = blankTiffOf(layout);
  tiff.pixels.set(colours);
  const opaque = sharp(tiff.file, { limitInputPixels: false });
  if (alpha === undefined) return opaque;
  const rgb = await opaque.toColourspace('srgb').raw().toBuffer();
  const rgba = Buffer.alloc(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb.copy(rgba, pixel * 4, pixel * 3, pixel * 3 + 3);
    rgba[pixel * 4 + 3] = alpha[pixel] ?? 255;
  }
  return sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels: false });
}
