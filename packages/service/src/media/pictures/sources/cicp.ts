import { open } from 'node:fs/promises';
import { boxesIn } from '../../inspect/boxes.ts';

/** The boxes that describe a picture are at the beginning of the file. */
const HEAD_BYTES = 256 * 1024;
/** Boxes that contain boxes, with the number of bytes before the first one. */
const SUPER_BOXES: ReadonlyMap<string, number> = new Map(Object.entries({ meta: 4, iprp: 0, ipco: 0 }));

/** Transfer characteristics by their code points in ITU-T H.273. */
export const TRANSFERS = { unspecified: 2, gamma22: 4, linear: 8, srgb: 13, pq: 16, hlg: 18 } as const;
/** Colour primaries by their code points in ITU-T H.273. */
export const PRIMARIES = { bt709: 1, unspecified: 2, bt2020: 9, p3: 12 } as const;

/** The colour space of a picture as code points of ITU-T H.273 (CICP). */
export interface Cicp {
  readonly primaries: number;
  readonly transfer: number;
  /** Luminance of the brightest pixel in cd/m²; 0 if not stated. */
  readonly brightest: number;
}

/** Returns true for the HDR transfer functions PQ and HLG. */
export function isHdr({ transfer }: Cicp): boolean {
  return transfer === TRANSFERS.pq || transfer === TRANSFERS.hlg;
}

/** Reads the code points of an AVIF or HEIF file, or of its bytes; undefined if it has none. */
export async function readCicp(input: string | Buffer): Promise<Cicp | undefined> {
  if (typeof input !== 'string') return cicpOf(input.subarray(0, HEAD_BYTES));
  await using file = await open(input);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return cicpOf(buffer.subarray(0, bytesRead));
}

function cicpOf(bytes: Buffer): Cicp | undefined {
  let found: Omit<Cicp, 'brightest'> | undefined;
  let brightest = 0;
  const visit = (from: number, end: number) => {
    for (const box of boxesIn(bytes, from, end)) {
      const { type, contentAt: at } = box;
      const before = SUPER_BOXES.get(type);
      if (before !== undefined) visit(at + before, box.end);
      else if (type === 'colr' && box.end - at >= 8 && bytes.toString('latin1', at, at + 4) === 'nclx')
        found ??= { primaries: bytes.readUInt16BE(at + 4), transfer: bytes.readUInt16BE(at + 6) };
      else if (type === 'clli' && box.end - at >= 2) brightest = bytes.readUInt16BE(at);
    }
  };
  visit(0, bytes.length);
  return found && { ...found, brightest };
}
