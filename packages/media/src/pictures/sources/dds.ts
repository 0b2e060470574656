import { open } from 'node:fs/promises';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded, readExactly } from '../../inspect/bytes.ts';
import { MAX_FLOAT_PIXELS } from '../most-pixels.ts';
import { type Scale, scaler } from './dib.ts';
import { type OpenSource, type Picture, pictureOf } from './picture.ts';
import { openStill } from './still.ts';

const MAX_BYTES = 384 * 2 ** 20;
const HEADER = 128;
const DX10_HEADER = 20;
const FLAGS = { alpha: 0x1, onlyAlpha: 0x2, fourCc: 0x4, rgb: 0x40, luminance: 0x20000 };

/** Bits per pixel, and the bit masks of red, green, blue and alpha. */
interface Layout {
  readonly bits: number;
  readonly masks: readonly [number, number, number, number];
}

const RGBA: Layout = { bits: 32, masks: [0xff, 0xff00, 0xff0000, 0xff000000] };
const BGRA: Layout = { bits: 32, masks: [0xff0000, 0xff00, 0xff, 0xff000000] };
const BGRX: Layout = { bits: 32, masks: [0xff0000, 0xff00, 0xff, 0] };
/** Uncompressed formats of the DX10 header, by DXGI number. */
const DX10_LAYOUTS: ReadonlyMap<number, Layout> = new Map([
  [28, RGBA],
  [29, RGBA],
  [61, { bits: 8, masks: [0xff, 0xff, 0xff, 0] }],
  [85, { bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] }],
  [86, { bits: 16, masks: [0x7c00, 0x3e0, 0x1f, 0x8000] }],
  [87, BGRA],
  [88, BGRX],
  [91, BGRA],
  [93, BGRX],
]);

/** Opens a DDS texture. Uncompressed ones are decoded here, all others by ffmpeg. */
export const openDds: OpenSource = async (source) => {
  const { layout, pixelsAt, width, height } = await readHead(source.path);
  if (layout === undefined) return await openStill(source);
  if (width < 1 || height < 1) throw new CannotMake('corrupt', `${width} x ${height} pixels`);
  if (width * height > MAX_FLOAT_PIXELS) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  const bytes = await readBounded(source.path, MAX_BYTES);
  return decode(bytes.subarray(pixelsAt), layout, { width, height });
};

async function readHead(
  path: string,
): Promise<{ layout: Layout | undefined; pixelsAt: number; width: number; height: number }> {
  await using file = await open(path);
  const head = await readExactly(file, 0, HEADER);
  const word = (at: number) => head.readUInt32LE(at);
  const [height, width, flags] = [word(12), word(16), word(80)];
  const isNewer = (flags & FLAGS.fourCc) !== 0 && head.toString('latin1', 84, 88) === 'DX10';
  if (isNewer) {
    const more = await readExactly(file, HEADER, DX10_HEADER);
    return { layout: DX10_LAYOUTS.get(more.readUInt32LE(0)), pixelsAt: HEADER + DX10_HEADER, width, height };
  }
  const alpha = flags & (FLAGS.alpha | FLAGS.onlyAlpha) ? word(104) : 0;
  const bits = word(88);
  // Some writers store the mask of another bit depth.
  const grey = word(92) < 2 ** bits ? word(92) : 2 ** bits - 1;
  const masks = { rgb: [word(92), word(96), word(100), alpha], luminance: [grey, grey, grey, alpha] } as const;
  const isKnown = [8, 16, 24, 32].includes(bits);
  const kind = flags & FLAGS.rgb ? masks.rgb : flags & FLAGS.luminance ? masks.luminance : undefined;
  return { layout: isKnown && kind ? { bits, masks: kind } : undefined, pixelsAt: HEADER, width, height };
}

function decode(data: Buffer, { bits, masks }: Layout, { width, height }: { width: number; height: number }): Picture {
  const size = bits / 8;
  if (data.length < width * height * size) throw new CannotMake('corrupt', 'the texture ends too early');
  const scales = masks.map(scaler) as [Scale, Scale, Scale, Scale]; // map keeps the length
  const channels = masks[3] === 0 ? 3 : 4;
  const pixels = Buffer.alloc(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const value = data.readUIntLE(pixel * size, size);
    for (let channel = 0; channel < channels; channel++)
      pixels[pixel * channels + channel] = Math.round(scales[channel]?.(value) ?? 0);
  }
  return pictureOf(pixels, { width, height }, channels);
}
