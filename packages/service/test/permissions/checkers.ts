/** Originals whose detail no picture of the largest preview can have, and how to tell whether a picture has it. */
import sharp, { type Sharp } from 'sharp';

/** Longer side of every original in pixels. */
const LONGER = 720;
const SHORTER = 480;

/** How an original is stored. */
export type Kind = keyof typeof WRITERS;

const WRITERS = {
  png: (board: Board) => picture(board).png().toBuffer(),
  jpg: (board: Board) => picture(board).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  // As a camera that was turned stores it.
  turned: (board: Board) =>
    picture({ ...board, width: board.height, height: board.width })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer(),
  webp: (board: Board) => picture(board).webp({ lossless: true }).toBuffer(),
  moving: async (board: Board) =>
    sharp([await WRITERS.png(board), await WRITERS.png({ ...board, phase: 1 })], { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer(),
  pages: async (board: Board) =>
    sharp([await WRITERS.png(board), await WRITERS.png({ ...board, phase: 1 })], { join: { animated: true } })
      .tiff({ compression: 'deflate' })
      .toBuffer(),
} as const;

const EXTENSIONS: Readonly<Record<Kind, string>> = {
  ...{ png: 'png', jpg: 'jpg', turned: 'jpg', webp: 'webp', moving: 'gif', pages: 'tif' },
};
export const KINDS = Object.keys(WRITERS) as Kind[];

interface Board {
  readonly width: number;
  readonly height: number;
  /** Side of a cell in pixels. */
  readonly cell: number;
  readonly phase: 0 | 1;
}

function picture({ width, height, cell, phase }: Board): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isLight = (Math.floor(x / cell) + Math.floor(y / cell) + phase) % 2 === 0;
      pixels.fill(isLight ? 255 : 0, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Draws a board of cells of black and white as a file. */
export async function checkers(kind: Kind, cell: number): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const bytes = await WRITERS[kind]({ width: LONGER, height: SHORTER, cell, phase: 0 });
  return { name: `${kind}-${cell}.${EXTENSIONS[kind]}`, bytes };
}

/** Share of neighbouring pixels, in all frames, that differ as much as two cells do; 0 of a grey area. */
export async function detailOf(bytes: Uint8Array): Promise<number> {
  const { data, info } = await sharp(bytes, { animated: true }).flatten().greyscale().raw().toBuffer({
    resolveWithObject: true,
  });
  const { width, height, channels } = info;
  let pairs = 0;
  let different = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = (y * width + x) * channels;
      pairs += 1;
      if (Math.abs((data[at] ?? 0) - (data[at + channels] ?? 0)) > DIFFERENCE) different += 1;
    }
  }
  return pairs === 0 ? 0 : different / pairs;
}

/** Of 255. Scaling to the preview leaves less of a cell, and JPEG adds less. */
const DIFFERENCE = 70;
