import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawing } from './drawing.ts';
import { boxedJp2 } from './writers/jp2.ts';
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

/** Names of the files that the daily tests draw: one for each of the commonest decoders. */
export const DAILY_FORMATS = [
  ...['progressive.jpg', 'plain.png', 'lzw.tiff', 'tiled-planes-16.tiff', 'rle8.bmp', 'drawing.jp2'],
  ...['lab.psd', 'camera.nef'],
];

/** Files with these names, in one text, which differ from others in the same way. */
const named = (names: string, properties: Partial<DrawnFile> = {}) =>
  names.split(' ').map((name) => [name, properties] as const);

/** Files of `test/fixtures/pictures`, written by other programs. */
const FOREIGN = [
  ...named('rle8.bmp drawing.jp2 drawing.j2k drawing.jxl wide.jxl rgb.psd alpha.psd rgb.psb'),
  ...named('lab-alpha.tiff', { tolerance: 5 }),
  ...named('4.bmp', { tolerance: 12 }),
  ...named('cmyk.psd', { tolerance: 25 }),
];

/** Files of `test/fixtures/pictures/small`, one for each way in which a format may store the drawing. */
const SMALL = [
  ...named('big.tiff tiled-planes-16.tiff tiled-planes-bits.tiff 10-bits.tiff 12-bits.tiff 24-bits.tiff 32-bits.tiff'),
  ...named('xz.tiff xz-delta.tiff zstd.tiff light.tiff two-extra.tiff old-jpeg-whole.tiff old-jpeg-tables.tiff'),
  ...named('lab-8.tiff lab-16-alpha.tiff 24-top-down.bmp p3.bmp png.ico bitmap.ico'),
  ...named('rgb-0.psd rgb-1.psd rgb-2.psd rgb-3.psd rgb16-3.psd float-3.psd large.psb p3.psd lab.psd lab16.psd'),
  ...named('on-white-16.psd thumbnail.psd'),
  ...named('12-bits-grey.tiff 32-bits-white-is-0.tiff grey16.psd', { isGrey: true }),
  ...named('4-bits.tiff', { tolerance: 6 }),
  ...named('16.bmp', { tolerance: 5 }),
  // Measurements define no white, so the least and greatest numbers become black and white.
  ...named('signed.tiff', { isGrey: true, tolerance: 30 }),
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
  { name: 'plain.png', make: () => drawing().png().toBuffer() },
  { name: 'deep-p3.png', make: () => drawing().toColourspace('rgb16').withIccProfile('p3').png().toBuffer() },
  { name: 'deep-grey.png', make: () => drawing().toColourspace('grey16').png().toBuffer(), isGrey: true },
  { name: 'interlaced.png', make: () => drawing().png({ progressive: true, palette: true }).toBuffer() },
  { name: 'lzw.tiff', make: () => drawing().tiff({ compression: 'lzw' }).toBuffer() },
  {
    name: 'pyramid.tiff',
    make: () => drawing().tiff({ tile: true, pyramid: true, tileWidth: 64, tileHeight: 64 }).toBuffer(),
  },
  { name: 'deep.tiff', make: () => drawing().toColourspace('rgb16').tiff().toBuffer() },
  { name: 'plain.webp', make: () => drawing().webp().toBuffer() },
  { name: 'plain.avif', make: () => drawing().avif({ effort: 0 }).toBuffer() },
  { name: 'moving.gif', make: moving },
  { name: 'colours.fits', make: async () => fits({ bits: 8 }) },
  { name: 'unsigned.fits', make: async () => fits({ bits: 16, zero: 32_768 }) },
  { name: 'fractions.fits', make: async () => fits({ bits: -32 }), tolerance: 30 },
  { name: 'grey.fits', make: async () => fits({ bits: 8, isGrey: true }), isGrey: true, tolerance: 30 },
  {
    name: 'behind.fits',
    make: async () =>
      Buffer.concat([fitsHeader({ BITPIX: 8, NAXIS: 0 }), await fits({ bits: 8, start: "XTENSION= 'IMAGE'" })]),
  },
  { name: 'srgb.jp2', make: async () => boxedJp2(await fixture('drawing.j2k'), { space: 16 }) },
  ...FOREIGN.map(([name, properties]) => ({ name, make: () => fixture(name), ...properties })),
  ...SMALL.map(([name, properties]) => ({
    ...{ name, make: () => fixture(`small/${name}`), size: { width: 96, height: 64 } },
    ...properties,
  })),
  { name: 'camera.nef', make: async () => writeRaw({ orientation: 1, parts: [sensor(), await jpeg()] }) },
  { name: 'camera.dng', make: async () => writeRaw({ orientation: 1, parts: [await jpeg(), sensor()] }) },
  { name: 'camera.orf', make: async () => writeRaw({ start: 'IIRO', orientation: 1, parts: [await jpeg()] }) },
  { name: 'camera.rw2', make: async () => writeRaw({ start: 'IIU\0', orientation: 1, parts: [await jpeg()] }) },
  { name: 'camera.cr3', make: async () => writeCr3(1, await jpeg()) },
  { name: 'camera.raf', make: async () => writeRaf(await jpeg()) },
];

/** A file of `test/fixtures/pictures`. */
export function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`../fixtures/pictures/${name}`, import.meta.url));
}

interface Fits {
  readonly bits: 8 | 16 | -32;
  readonly zero?: number;
  readonly start?: string;
  readonly isGrey?: boolean;
}

/** A picture of astronomers, of a plane for each colour, each from its lowest row. */
async function fits({ bits, zero = 0, start, isGrey = false }: Fits): Promise<Buffer> {
  const source = isGrey ? drawing().toColourspace('b-w') : drawing();
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const bytes = Buffer.alloc(Math.ceil((data.length * Math.abs(bits)) / 8 / 2880) * 2880);
  for (let at = 0; at < data.length; at++) {
    const [plane, pixel] = [at % channels, Math.floor(at / channels)];
    const [row, column] = [height - 1 - Math.floor(pixel / width), pixel % width];
    const place = (plane * height + row) * width + column;
    const value = data[at] ?? 0;
    if (bits === 8) bytes[place] = value;
    else if (bits === 16) bytes.writeInt16BE(value * 257 - zero, place * 2);
    else bytes.writeFloatBE(value / 1000, place * 4);
  }
  const axes = { BITPIX: bits, NAXIS: 3, NAXIS1: width, NAXIS2: height, NAXIS3: channels };
  const meaning = { BZERO: zero, BSCALE: '1.D0', DATAMIN: 0, DATAMAX: 0 };
  return Buffer.concat([fitsHeader({ ...axes, ...meaning }, start), bytes]);
}

function fitsHeader(
  numbers: Readonly<Record<string, number | string>>,
  start = 'SIMPLE  =                    T',
): Buffer {
  const cards = Object.entries(numbers).map(([name, value]) => `${name.padEnd(8)}= ${String(value).padStart(20)}`);
  return Buffer.from(
    [start, ...cards, 'END']
      .map((card) => card.padEnd(80))
      .join('')
      .padEnd(2880),
  );
}

/** A camera's JPEG with a smaller one embedded. */
async function jpeg(): Promise<Buffer> {
  const inner = await drawing().resize(96).jpeg().toBuffer();
  const outer = await drawing().jpeg().toBuffer();
  const segment = Buffer.from([0xff, 0xe2, (inner.length + 2) >> 8, (inner.length + 2) & 255]);
  return Buffer.concat([outer.subarray(0, 2), segment, inner, outer.subarray(2)]);
}

/** Sensor data: larger than the preview, as lossless JPEG (which browsers can't show) between noise. */
function sensor(): Buffer {
  const frame = [0xff, 0xd8, 0xff, 0xc3, 0, 17, 14, 0x10, 0, 0x18, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  const noise = [0xff, 0xd8, 0xff, 0xff, 0xd8, 0xff, 0x12, 0x34];
  return Buffer.concat([Buffer.from([...frame, ...noise]), Buffer.alloc(1000, 0x5a)]);
}

async function moving(): Promise<Buffer> {
  const frames = [await drawing().png().toBuffer(), await drawing().negate().png().toBuffer()];
  return await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}
