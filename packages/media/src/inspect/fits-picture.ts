import type { FileHandle } from 'node:fs/promises';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { readExactly } from './bytes.ts';

/** Headers and data of FITS fill whole blocks. */
const BLOCK_BYTES = 2880;
const CARD_BYTES = 80;
const MAX_UNITS = 100;
const MAX_HEADER_BLOCKS = 1000;
const MAX_AXES = 999;
const CARD = /^([A-Z\d_-]{1,8}) *= *'?([^'/]*)/;

/** The picture of a FITS file, which is the first array with two axes in it. */
export interface FitsPicture extends Size {
  /** 3 if it has colours, of one plane each. */
  readonly planes: 1 | 3;
  /** Bits of a number; negative if it has a fraction. */
  readonly bits: number;
  /** What numbers mean: `number * scale + zero`. */
  readonly scale: number;
  readonly zero: number;
  /** The number of what was not measured. */
  readonly blank: number | undefined;
  /** The least and the greatest meaning, if they are stated. */
  readonly range: readonly [number, number] | undefined;
  readonly dataAt: number;
}

/** Finds the picture of a FITS file; undefined if it has none, such as tables. Rejects with CannotMake if it is cut. */
export async function fitsPicture(file: FileHandle): Promise<FitsPicture | undefined> {
  const { size } = await file.stat();
  let at = 0;
  for (let unit = 0; unit < MAX_UNITS && at < size; unit++) {
    const { cards, end } = await readHeader(file, at);
    // Exponents may be written as in Fortran.
    const known = (name: string) => (cards.has(name) ? Number(cards.get(name)?.replace('D', 'E')) : undefined);
    const count = Math.min(known('NAXIS') ?? 0, MAX_AXES);
    const axes = Array.from({ length: count }, (_, axis) => known(`NAXIS${axis + 1}`) ?? 0);
    if (!axes.every((length) => Number.isSafeInteger(length) && length >= 0))
      throw new CannotMake('corrupt', 'FITS with axes of no length');
    const numbers = count === 0 ? 0 : axes.reduce((product, length) => product * length, 1);
    const bits = known('BITPIX') ?? 0;
    const [width = 0, height = 0, depth = 1] = axes;
    const isPicture = unit === 0 || cards.get('XTENSION') === 'IMAGE';
    if (isPicture && count >= 2 && numbers > 0) {
      const [least = 0, greatest = 0] = [known('DATAMIN'), known('DATAMAX')];
      return {
        ...{ width, height, bits, planes: depth === 3 || depth === 4 ? 3 : 1, dataAt: end },
        ...{ scale: known('BSCALE') ?? 1, zero: known('BZERO') ?? 0, blank: known('BLANK') },
        // Some programs write zeros for both.
        range: least < greatest ? [least, greatest] : undefined,
      };
    }
    const bytes = (Math.abs(bits) / 8) * (known('GCOUNT') ?? 1) * ((known('PCOUNT') ?? 0) + numbers);
    at = end + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return undefined;
}

async function readHeader(file: FileHandle, from: number) {
  const cards = new Map<string, string>();
  for (let block = 0; block < MAX_HEADER_BLOCKS; block++) {
    const at = from + block * BLOCK_BYTES;
    const text = (await readExactly(file, at, BLOCK_BYTES)).toString('latin1');
    for (let card = 0; card < BLOCK_BYTES; card += CARD_BYTES) {
      const line = text.slice(card, card + CARD_BYTES);
      if (/^END *$/.test(line)) return { cards, end: at + BLOCK_BYTES };
      const [, name, value = ''] = CARD.exec(line) ?? [];
      if (name !== undefined) cards.set(name, value.trim());
    }
  }
  throw new CannotMake('corrupt', 'FITS with a header that does not end');
}
