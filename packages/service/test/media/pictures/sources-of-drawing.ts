import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { blankTiffOf } from '../../../src/media/pictures/tiff.ts';
import { DRAWING, drawing, drawingPixels } from './drawing.ts';
import { type Icon, writeBmp, writeIco, writeIconBitmap } from './writers/bmp.ts';
import { boxedJp2 } from './writers/jp2.ts';
import { writePsd } from './writers/psd.ts';
import { writeCr3, writeRaf, writeRaw } from './writers/raw.ts';

/** A file that shows the drawing. */
export interface DrawnFile {
  readonly name: string;
  readonly make: () => Promise<Buffer>;
  /** Accepted mean difference per channel, 0 to 255, caused by the format; 3 by default. */
  readonly tolerance?: number;
  readonly isGrey?: boolean;
  /** Differs from that of the drawing. */
  readonly size?: { readonly width: number; readonly height: number };
}

const { width, height } = DRAWING;
const COUNT = width * height;
const ICON = { width: 192, height: 128 };

/** Names of the files that the daily tests draw: one for each of the commonest decoders. */
export const DAILY_FORMATS = [
  'progressive.jpg',
  'plain.png',
  'lzw.tiff',
  'rle8.bmp',
  'drawing.jp2',
  'lab.psd',
  'camera.nef',
];

export const FILES: readonly DrawnFile[] = [
  { name: 'baseline.jpg', make: () => drawing().jpeg().toBuffer() },
  { name: 'progressive.jpg', make: () => drawing().jpeg({ progressive: true }).toBuffer() },
  { name: 'grey.jpg', make: () => drawing().toColourspace('b-w').jpeg().toBuffer(), isGrey: true },
  {
    name: 'cmyk.jpg',
    make: () => drawing().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    tolerance: 12,
  },
  { name: 'p3.jpg', make: () => drawing().withIccProfile('p3').jpeg().toBuffer() },
  { name: 'plain.png', make: () => drawing().png().toBuffer() },
  { name: 'deep.png', make: () => drawing().toColourspace('rgb16').png().toBuffer() },
  { name: 'deep-p3.png', make: () => drawing().toColourspace('rgb16').withIccProfile('p3').png().toBuffer() },
  { name: 'deep-grey.png', make: () => drawing().toColourspace('grey16').png().toBuffer(), isGrey: true },
  { name: 'palette.png', make: () => drawing().png({ palette: true }).toBuffer() },
  { name: 'interlaced.png', make: () => drawing().png({ progressive: true }).toBuffer() },
  { name: 'lzw.tiff', make: () => drawing().tiff({ compression: 'lzw' }).toBuffer() },
  { name: 'tiled.tiff', make: () => drawing().tiff({ tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer() },
  {
    name: 'pyramid.tiff',
    make: () => drawing().tiff({ tile: true, pyramid: true, tileWidth: 64, tileHeight: 64 }).toBuffer(),
  },
  { name: 'deep.tiff', make: () => drawing().toColourspace('rgb16').tiff().toBuffer() },
  ...([8, 16] as const).flatMap((bits) =>
    [false, true].map((hasAlpha) => ({
      name: `lab-${bits}${hasAlpha ? '-alpha' : ''}.tiff`,
      make: () => labTiff(bits, hasAlpha),
    })),
  ),
  { name: 'imagemagick-lab-alpha.tiff', make: () => fixture('lab-alpha.tiff'), tolerance: 5 },
  {
    name: 'cmyk.tiff',
    make: () => drawing().toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer(),
    tolerance: 12,
  },
  { name: 'plain.webp', make: () => drawing().webp().toBuffer() },
  { name: 'plain.avif', make: () => drawing().avif({ effort: 0 }).toBuffer() },
  { name: 'plain.gif', make: () => drawing().gif().toBuffer() },
  { name: 'moving.gif', make: moving },

  { name: '4.bmp', make: () => fixture('4.bmp'), tolerance: 12 },
  { name: 'rle8.bmp', make: () => fixture('rle8.bmp') },
  { name: '24.bmp', make: async () => writeBmp({ ...DRAWING, bits: 24, pixels: await colours() }) },
  {
    name: '24-top-down.bmp',
    make: async () => writeBmp({ ...DRAWING, bits: 24, pixels: await colours(), isTopDown: true }),
  },
  { name: '32.bmp', make: async () => writeBmp({ ...DRAWING, bits: 32, pixels: await colours() }) },
  {
    name: '16.bmp',
    make: async () =>
      writeBmp({ ...DRAWING, bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0], pixels: (await colours()).map(to565) }),
    tolerance: 5,
  },
  {
    name: 'p3.bmp',
    make: async () =>
      writeBmp({
        ...DRAWING,
        bits: 32,
        masks: [0xff0000, 0xff00, 0xff, 0],
        pixels: await colours('p3'),
        profile: await profile('p3'),
      }),
  },
  {
    name: 'png.ico',
    make: async () => writeIco([await small(), { ...ICON, bytes: await drawing().resize(ICON).png().toBuffer() }]),
    size: ICON,
  },
  {
    name: 'bitmap.ico',
    make: async () => {
      const bytes = writeIconBitmap({ ...ICON, bits: 24, pixels: await colours(undefined, ICON) }, () => false);
      return writeIco([{ ...ICON, bytes }, await small()]);
    },
    size: ICON,
  },

  { name: 'drawing.jp2', make: () => fixture('drawing.jp2') },
  { name: 'drawing.j2k', make: () => fixture('drawing.j2k') },
  { name: 'srgb.jp2', make: async () => boxedJp2(await fixture('drawing.j2k'), { space: 16 }) },
  {
    name: 'profiled.jp2',
    make: async () => boxedJp2(await fixture('drawing.j2k'), { profile: await profile('srgb') }),
  },
  { name: 'drawing.jxl', make: () => fixture('drawing.jxl') },
  { name: 'wide.jxl', make: () => fixture('wide.jxl') },

  { name: 'imagemagick.psd', make: () => fixture('rgb.psd') },
  { name: 'imagemagick-16.psd', make: () => fixture('rgb16.psd') },
  { name: 'imagemagick-alpha.psd', make: () => fixture('alpha.psd') },
  { name: 'imagemagick-cmyk.psd', make: () => fixture('cmyk.psd'), tolerance: 25 },
  { name: 'imagemagick-grey.psd', make: () => fixture('grey.psd'), isGrey: true, tolerance: 6 },
  { name: 'imagemagick.psb', make: () => fixture('rgb.psb') },
  ...([0, 1, 2, 3] as const).map((compression) => ({
    name: `rgb-${compression}.psd`,
    make: async () => psd({ mode: 3, planes: planar(await drawingPixels(), 3, 1), compression }),
  })),
  ...([1, 3] as const).map((compression) => ({
    name: `rgb16-${compression}.psd`,
    make: async () => psd({ mode: 3, bits: 16, planes: planar(await bigEndian('rgb16'), 3, 2), compression }),
  })),
  ...([0, 3] as const).map((compression) => ({
    name: `float-${compression}.psd`,
    make: async () => psd({ mode: 3, bits: 32, planes: await floats(), compression }),
  })),
  {
    name: 'large.psb',
    make: async () => psd({ mode: 3, planes: planar(await drawingPixels(), 3, 1), compression: 1, isLarge: true }),
  },
  {
    name: 'p3.psd',
    make: async () =>
      psd({
        mode: 3,
        planes: planar(await drawingPixels('srgb', 'p3'), 3, 1),
        resources: new Map([[0x40f, await profile('p3')]]),
      }),
  },
  {
    name: 'grey16.psd',
    make: async () => psd({ mode: 1, bits: 16, planes: planar(await bigEndian('grey16'), 1, 2) }),
    isGrey: true,
  },
  { name: 'lab.psd', make: async () => psd({ mode: 9, planes: planar(await labBytes(), 3, 1) }) },
  { name: 'lab16.psd', make: async () => psd({ mode: 9, bits: 16, planes: planar(await labWords(), 3, 2) }) },
  { name: 'cmyk.psd', make: cmykPsd, tolerance: 12 },
  {
    name: 'on-white.psd',
    make: async () =>
      psd({ mode: 3, planes: [...planar(await drawingPixels(), 3, 1), Buffer.alloc(COUNT, 255)], layerCount: -1 }),
  },
  {
    name: 'on-white-16.psd',
    make: async () =>
      psd({
        mode: 3,
        bits: 16,
        planes: [...planar(await bigEndian('rgb16'), 3, 2), Buffer.alloc(COUNT * 2, 255)],
        layerCount: -2,
      }),
  },
  { name: 'thumbnail.psd', make: thumbnailPsd },

  { name: 'camera.nef', make: async () => writeRaw({ orientation: 1, parts: [await sensor(), await jpeg()] }) },
  { name: 'camera.dng', make: async () => writeRaw({ orientation: 1, parts: [await jpeg(), await sensor()] }) },
  { name: 'camera.orf', make: async () => writeRaw({ start: 'IIRO', orientation: 1, parts: [await jpeg()] }) },
  { name: 'camera.rw2', make: async () => writeRaw({ start: 'IIU\0', orientation: 1, parts: [await jpeg()] }) },
  { name: 'camera.cr3', make: async () => writeCr3(1, await jpeg()) },
  { name: 'camera.raf', make: async () => writeRaf(await jpeg()) },
];

/** A camera's JPEG with a smaller one embedded. */
async function jpeg(): Promise<Buffer> {
  const inner = await drawing().resize(96).jpeg().toBuffer();
  const outer = await drawing().jpeg().toBuffer();
  const segment = Buffer.from([0xff, 0xe2, (inner.length + 2) >> 8, (inner.length + 2) & 255]);
  return Buffer.concat([outer.subarray(0, 2), segment, inner, outer.subarray(2)]);
}

/** Sensor data: larger than the preview, as lossless JPEG (which browsers can't show) between noise. */
async function sensor(): Promise<Buffer> {
  const frame = [0xff, 0xd8, 0xff, 0xc3, 0, 17, 14, 0x10, 0, 0x18, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  return Buffer.concat([
    Buffer.from(frame),
    Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xd8, 0xff, 0x12, 0x34]),
    Buffer.alloc(1000, 0x5a),
  ]);
}

async function small(): Promise<Icon> {
  const red = sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } });
  return { width: 16, height: 16, bytes: await red.png().toBuffer() };
}

async function moving(): Promise<Buffer> {
  const first = await drawing().png().toBuffer();
  const second = await drawing().negate().png().toBuffer();
  return await sharp([first, second], { join: { animated: true } })
    .gif()
    .toBuffer();
}

function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`../../fixtures/pictures/${name}`, import.meta.url));
}

async function profile(name: 'p3' | 'srgb' | 'cmyk'): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  const tagged = await (name === 'cmyk' ? pixel.toColourspace('cmyk') : pixel).withIccProfile(name).tiff().toBuffer();
  const { icc } = await sharp(tagged).metadata();
  if (icc === undefined) throw new Error('no profile');
  return icc;
}

/** `0xrrggbb` for each pixel. */
async function colours(space?: 'p3', size = DRAWING): Promise<number[]> {
  const raw = { ...DRAWING, channels: 3 } as const;
  const bytes = await sharp(await drawingPixels('srgb', space), { raw })
    .resize(size)
    .raw()
    .toBuffer();
  return Array.from({ length: size.width * size.height }, (_, pixel) => bytes.readUIntBE(pixel * 3, 3));
}

function to565(colour: number): number {
  return ((colour >> 19) << 11) | (((colour >> 10) & 0x3f) << 5) | ((colour >> 3) & 0x1f);
}

function psd(
  content: Omit<Parameters<typeof writePsd>[0], 'width' | 'height' | 'bits'> & { bits?: 1 | 8 | 16 | 32 },
): Buffer {
  return writePsd({ width, height, bits: 8, ...content });
}

function planar(bytes: Buffer, channels: number, size: number): Buffer[] {
  return Array.from({ length: channels }, (_, channel) => {
    const plane = Buffer.alloc(COUNT * size);
    for (let pixel = 0; pixel < COUNT; pixel++)
      bytes.copy(plane, pixel * size, (pixel * channels + channel) * size, (pixel * channels + channel + 1) * size);
    return plane;
  });
}

async function bigEndian(space: 'rgb16' | 'grey16'): Promise<Buffer> {
  return (await drawingPixels(space)).swap16();
}

async function floats(): Promise<Buffer[]> {
  const bytes = await drawingPixels();
  return Array.from({ length: 3 }, (_, channel) => {
    const plane = Buffer.alloc(COUNT * 4);
    for (let pixel = 0; pixel < COUNT; pixel++) {
      const value = (bytes[pixel * 3 + channel] ?? 0) / 255;
      plane.writeFloatBE(value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4, pixel * 4);
    }
    return plane;
  });
}

async function lab(): Promise<Float32Array> {
  const bytes = await drawing().toColourspace('lab').raw({ depth: 'float' }).toBuffer();
  return new Float32Array(bytes.buffer, bytes.byteOffset, COUNT * 3);
}

async function labBytes(): Promise<Buffer> {
  return Buffer.from(
    Array.from(await lab(), (value, index) => Math.round(index % 3 === 0 ? value * 2.55 : value + 128)),
  );
}

async function labWords(): Promise<Buffer> {
  const words = Buffer.alloc(COUNT * 6);
  for (const [index, value] of (await lab()).entries())
    words.writeUInt16BE(Math.round(index % 3 === 0 ? value * 655.35 : (value + 128) * 256), index * 2);
  return words;
}

/** Opaque everywhere, if it has alpha. */
async function labTiff(bits: 8 | 16, hasAlpha: boolean): Promise<Buffer> {
  const channels = hasAlpha ? 4 : 3;
  const { file, pixels } = blankTiffOf({ ...DRAWING, channels, bits, photometric: 8, hasAlpha, isPlanar: false });
  const bytes = bits / 8;
  // Signed, in two's complement.
  for (const [index, value] of (await lab()).entries()) {
    const number = index % 3 === 0 ? (value / 100) * (2 ** bits - 1) : value * 2 ** (bits - 8);
    const at = (Math.floor(index / 3) * channels + (index % 3)) * bytes;
    for (let byte = 0; byte < bytes; byte++) pixels[at + byte] = (Math.round(number) >> (bits - 8 - byte * 8)) & 255;
  }
  for (let at = 3 * bytes; hasAlpha && at < pixels.length; at += 4 * bytes) pixels.fill(255, at, at + bytes);
  return file;
}

async function cmykPsd(): Promise<Buffer> {
  const tagged = drawing().toColourspace('cmyk').withIccProfile('cmyk');
  const inks = await tagged.raw().toBuffer();
  const resources = new Map([[0x40f, await profile('cmyk')]]);
  return psd({ mode: 4, planes: planar(Buffer.from(inks.map((ink) => 255 - ink)), 4, 1), resources });
}

async function thumbnailPsd(): Promise<Buffer> {
  const resources = new Map([
    [0x40c, Buffer.concat([Buffer.alloc(28), await drawing().jpeg().toBuffer()])],
    // Version 1, and no merged picture.
    [0x421, Buffer.from([0, 0, 0, 1, 0])],
  ]);
  return psd({ mode: 3, planes: [0, 1, 2].map(() => Buffer.alloc(COUNT, 255)), resources });
}
