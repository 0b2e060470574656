/** Originals whose detail no picture of the largest preview can have, and how to tell whether a picture has it. */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { PAGE_DPI } from '../../../media/src/pictures/plan.ts';

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
  // What has no pixels is drawn in any size.
  drawing: async ({ width, height, ...board }: Board) => {
    const bars = barsOf({ width, height, ...board }).map(
      (left) => `M${left} 0h${board.cell}v${height}h-${board.cell}z`,
    );
    const white = `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`;
    const size = `width="${width}" height="${height}"`;
    return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${white}<path d="${bars.join('')}"/></svg>`);
  },
  document: async (board: Board) => {
    const points = POINTS_PER_INCH / PAGE_DPI;
    const size: [number, number] = [board.width * points, board.height * points];
    const pdf = new PDFDocument({ size, margin: 0, info: { CreationDate: new Date(0) } });
    for (const phase of [0, 1] as const) {
      if (phase === 1) pdf.addPage();
      for (const left of barsOf({ ...board, phase })) pdf.rect(left * points, 0, board.cell * points, size[1]);
      pdf.fill('#000');
    }
    pdf.end();
    return await buffer(pdf);
  },
} as const;

const POINTS_PER_INCH = 72;

const EXTENSIONS: Readonly<Record<Kind, string>> = {
  ...{ png: 'png', jpg: 'jpg', turned: 'jpg', webp: 'webp', moving: 'gif', pages: 'tif' },
  ...{ drawing: 'svg', document: 'pdf' },
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

/** Where black bars as wide as cells begin. */
function barsOf({ width, cell, phase }: Board): readonly number[] {
  return Array.from({ length: width / cell / 2 }, (_, bar) => (2 * bar + phase) * cell);
}

/** Draws a board of cells of black and white as a file; one of bars where there are no pixels. */
export async function checkers(kind: Kind, cell: number): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const bytes = await WRITERS[kind]({ width: LONGER, height: SHORTER, cell, phase: 0 });
  return { name: `${kind}-${cell}.${EXTENSIONS[kind]}`, bytes };
}

/**
 * Share of neighbouring pixels, in all frames, that differ as much as two cells do: of those beside or of those below each other,
 * whichever is larger. 0 of a grey area.
 */
export async function detailOf(bytes: Uint8Array): Promise<number> {
  const { data, info } = await sharp(bytes, { animated: true }).flatten().greyscale().raw().toBuffer({
    resolveWithObject: true,
  });
  const { width, height, channels } = info;
  const share = (right: number, down: number) => {
    const pairs = (width - right) * (height - down);
    let different = 0;
    for (let y = 0; y + down < height; y++) {
      for (let x = 0; x + right < width; x++) {
        const at = (y * width + x) * channels;
        const other = at + (down * width + right) * channels;
        if (Math.abs((data[at] ?? 0) - (data[other] ?? 0)) > DIFFERENCE) different += 1;
      }
    }
    return pairs === 0 ? 0 : different / pairs;
  };
  return Math.max(share(1, 0), share(0, 1));
}

/** Of 255. Scaling to the preview leaves less of a cell, drawing bars in its size up to a third, and JPEG adds less. */
const DIFFERENCE = 110;
