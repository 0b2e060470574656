import sharp from 'sharp';
import { DRAWING, drawing, drawingPixels } from './drawing.ts';
import type { DrawnFile } from './sources-of-drawing.ts';
import { joined, type WrittenTiff, writeTiff } from './writers/tiff.ts';

const { width, height } = DRAWING;
const SHORT = 3;
const LONG = 4;

/** TIFF layouts that sharp does not read, all with the drawing. */
export const TIFFS: readonly DrawnFile[] = [
  { name: 'big.tiff', make: () => rgb({ bits: 8, isBig: true }) },
  { name: 'big-endian.tiff', make: () => rgb({ bits: 16, isBig: true, isBigEndian: true }) },
  { name: 'tiled-planes.tiff', make: () => rgb({ bits: 8, isPlanar: true, tile: 64 }) },
  {
    name: 'tiled-planes-16.tiff',
    make: () => rgb({ bits: 16, isPlanar: true, tile: 64, isBigEndian: true, compression: 'lzw', isPredicted: true }),
  },
  { name: 'tiled-planes-lzw.tiff', make: () => rgb({ bits: 8, isPlanar: true, tile: 128, compression: 'lzw' }) },
  {
    name: 'tiled-planes-bits.tiff',
    make: () => rgb({ bits: 8, isPlanar: true, tile: 64, compression: 'packBits', isPredicted: true }),
  },
  ...([4, 10, 12, 14, 24, 32] as const).map((bits) => ({
    name: `${bits}-bits.tiff`,
    make: () => rgb({ bits, compression: bits === 12 ? 'deflate' : 'none' }),
    tolerance: bits === 4 ? 6 : 3,
  })),
  { name: '12-bits-grey.tiff', make: () => grey({ bits: 12, tile: 64 }), isGrey: true },
  { name: '32-bits-white-is-0.tiff', make: () => grey({ bits: 32, photometric: 0 }), isGrey: true },
  { name: 'xz.tiff', make: () => rgb({ bits: 8, compression: 'xz' }) },
  { name: 'xz-delta.tiff', make: () => rgb({ bits: 8, compression: 'xzDelta', tile: 64 }) },
  { name: 'zstd.tiff', make: () => rgb({ bits: 16, compression: 'zstd' }) },
  { name: 'light.tiff', make: () => light() },
  // Measurements define no white, so the least and greatest numbers become black and white.
  { name: 'signed.tiff', make: () => measured(), isGrey: true, tolerance: 30 },
  { name: 'two-extra.tiff', make: () => rgb({ bits: 8, samples: 5 }) },
  { name: 'old-jpeg-whole.tiff', make: () => oldJpeg({ isWhole: true }) },
  { name: 'old-jpeg-tables.tiff', make: () => oldJpeg({ isWhole: false }) },
];

type Layout = Pick<WrittenTiff, 'bits'> & Partial<WrittenTiff>;

async function rgb({ bits, ...layout }: Layout): Promise<Buffer> {
  const pixels = await drawingPixels();
  const most = 2 ** bits - 1;
  const value = (x: number, y: number, sample: number) =>
    Math.round(((pixels[(y * width + x) * 3 + Math.min(sample, 2)] ?? 0) / 255) * most);
  return writeTiff({ width, height, samples: 3, photometric: 2, bits, value, ...layout });
}

async function grey({ bits, photometric = 1, ...layout }: Layout): Promise<Buffer> {
  const pixels = await drawingPixels('b-w');
  const most = 2 ** bits - 1;
  const value = (x: number, y: number) => {
    const share = (pixels[y * width + x] ?? 0) / 255;
    return Math.round((photometric === 0 ? 1 - share : share) * most);
  };
  return writeTiff({ width, height, samples: 1, photometric, bits, value, ...layout });
}

/** Linear light as floats. */
async function light(): Promise<Buffer> {
  const pixels = await drawingPixels();
  const value = (x: number, y: number, sample: number) => {
    const share = (pixels[(y * width + x) * 3 + sample] ?? 0) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return writeTiff({ width, height, samples: 3, photometric: 2, bits: 32, format: 3, value });
}

async function measured(): Promise<Buffer> {
  const pixels = await drawingPixels('b-w');
  const value = (x: number, y: number) => (pixels[y * width + x] ?? 0) * 20 - 3000;
  return writeTiff({ width, height, samples: 1, photometric: 1, bits: 16, format: 2, value });
}

/** JPEG as in TIFF 6: the whole file, or its tables and a strip of its scan separately. */
async function oldJpeg({ isWhole }: { readonly isWhole: boolean }): Promise<Buffer> {
  const jpeg = await drawing().jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer();
  const { channels } = await sharp(jpeg).metadata();
  const entries = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8, 8, 8]],
    [259, SHORT, [6]],
    [262, SHORT, [6]],
    [277, SHORT, [channels]],
    [278, LONG, [height]],
    [512, SHORT, [1]],
    [530, SHORT, [1, 1]],
  ] as const;
  if (isWhole) return joined([jpeg], {}, [...entries, [513, LONG, [8]], [514, LONG, [jpeg.length]]]);
  const { quantisation, dc, ac, scan } = partsOf(jpeg);
  // The strip first, then its tables; every block begins at an even offset.
  const blocks = [scan, ...quantisation, ...dc, ...ac];
  const places = new Map<Buffer, number>();
  let end = 8;
  for (const block of blocks) {
    places.set(block, end);
    end += block.length + (block.length % 2);
  }
  const of = (tables: readonly Buffer[]) => [0, 1, 1].map((index) => places.get(tables[index] ?? scan) ?? 0);
  const behind = Buffer.concat(blocks.slice(1).map((block) => Buffer.concat([block, Buffer.alloc(block.length % 2)])));
  const strip = Buffer.concat([scan, Buffer.alloc(scan.length % 2), behind]);
  return joined([strip], {}, [...entries, [519, LONG, of(quantisation)], [520, LONG, of(dc)], [521, LONG, of(ac)]]);
}

/** The tables of a baseline JPEG by number, and everything after the header of its scan. */
function partsOf(jpeg: Buffer): {
  readonly quantisation: Buffer[];
  readonly dc: Buffer[];
  readonly ac: Buffer[];
  readonly scan: Buffer;
} {
  const quantisation: Buffer[] = [];
  const dc: Buffer[] = [];
  const ac: Buffer[] = [];
  for (let at = 2; ; ) {
    const marker = jpeg[at + 1];
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    at += 2 + jpeg.readUInt16BE(at + 2);
    if (marker === 0xda) return { quantisation, dc, ac, scan: jpeg.subarray(at, -2) };
    for (let from = 0; from < segment.length && (marker === 0xdb || marker === 0xc4); ) {
      const kind = segment[from] ?? 0;
      const counts = segment.subarray(from + 1, from + 17);
      const size = marker === 0xdb ? 64 : 16 + counts.reduce((sum, count) => sum + count, 0);
      const list = marker === 0xdb ? quantisation : kind >> 4 === 0 ? dc : ac;
      list[kind & 15] = segment.subarray(from + 1, from + 1 + size);
      from += 1 + size;
    }
  }
}
