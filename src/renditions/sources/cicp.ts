import { open } from 'node:fs/promises';

/** Boxes that say what a picture is stand at the beginning. */
const HEAD_BYTES = 256 * 1024;
/** Boxes that hold boxes, and the bytes before the first of them. */
const SUPER_BOXES: ReadonlyMap<string, number> = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
]);

export const TRANSFERS = { unspecified: 2, gamma22: 4, linear: 8, srgb: 13, pq: 16, hlg: 18 } as const;
export const PRIMARIES = { bt709: 1, unspecified: 2, bt2020: 9, p3: 12 } as const;

/** What the numbers of a picture mean, by the code points of ITU-T H.273. */
export interface Cicp {
  readonly primaries: number;
  readonly transfer: number;
  /** Of the brightest pixel, in candela per square metre; 0 where nobody says. */
  readonly brightest: number;
}

export function isHdr({ transfer }: Cicp): boolean {
  return transfer === TRANSFERS.pq || transfer === TRANSFERS.hlg;
}

/** What an AVIF or HEIF file says about its colours in code points; undefined where it doesn't. */
export async function readCicp(path: string): Promise<Cicp | undefined> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return cicpOf(buffer.subarray(0, bytesRead));
}

function cicpOf(bytes: Buffer): Cicp | undefined {
  let found: Omit<Cicp, 'brightest'> | undefined;
  let brightest = 0;
  const visit = (from: number, end: number) => {
    for (let at = from; at + 8 <= end; ) {
      const length = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      const inside = SUPER_BOXES.get(type);
      const stop = length === 0 ? end : Math.min(end, at + length);
      if (inside !== undefined) visit(at + 8 + inside, stop);
      else if (type === 'colr' && stop - at >= 16 && bytes.toString('latin1', at + 8, at + 12) === 'nclx')
        found ??= { primaries: bytes.readUInt16BE(at + 12), transfer: bytes.readUInt16BE(at + 14) };
      else if (type === 'clli' && stop - at >= 10) brightest = bytes.readUInt16BE(at + 8);
      if (length < 8) return;
      at += length;
    }
  };
  visit(0, bytes.length);
  return found && { ...found, brightest };
}
