/** Reads and describes colours that a picture states by code points of H.273 (CICP) instead of a profile. */
import { open } from 'node:fs/promises';
import { boxesIn } from '../boxes.ts';
import { type Curve, D65, type Primaries, type ProfileColours, SRGB } from './icc-profile.ts';

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
export function isHdr({ transfer }: Pick<Cicp, 'transfer'>): boolean {
  return transfer === TRANSFERS.pq || transfer === TRANSFERS.hlg;
}

/** Primaries of HDR pictures that can be drawn. */
const MAPPED: ReadonlySet<number> = new Set(Object.values(PRIMARIES));
const CURVES: ReadonlyMap<number, Curve> = new Map<number, Curve>([
  ...[1, TRANSFERS.unspecified, 6, TRANSFERS.srgb, 14, 15].map((code): [number, Curve] => [code, 'srgb']),
  ...([
    [TRANSFERS.gamma22, 2.2],
    [5, 2.8],
    [TRANSFERS.linear, 1],
  ] as const),
]);
const PLACES: ReadonlyMap<number, Primaries> = new Map<number, Primaries>([
  [PRIMARIES.bt709, SRGB],
  [PRIMARIES.unspecified, SRGB],
  [4, { white: [0.31, 0.316], red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] }],
  [5, { ...SRGB, green: [0.29, 0.6] }],
  ...[6, 7].map((code): [number, Primaries] => [
    code,
    { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] },
  ]),
  [PRIMARIES.bt2020, { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] }],
  [11, { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  [PRIMARIES.p3, { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  [22, { white: D65, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077] }],
]);

/** Returns the colours of a profile that says the same as code points; undefined for HDR and for unknown ones. */
export function cicpProfile({ primaries, transfer }: Pick<Cicp, 'primaries' | 'transfer'>): ProfileColours | undefined {
  const [places, curve] = [PLACES.get(primaries), CURVES.get(transfer)];
  return places === undefined || curve === undefined ? undefined : { primaries: places, curve };
}

/** Returns true for HDR that can be mapped to sRGB. */
export function isMappedHdr(cicp: Pick<Cicp, 'primaries' | 'transfer'>): boolean {
  return isHdr(cicp) && MAPPED.has(cicp.primaries);
}

/** Returns true for code points that mean sRGB. */
export function isSrgb(cicp: Pick<Cicp, 'primaries' | 'transfer'>): boolean {
  const profile = cicpProfile(cicp);
  return profile?.primaries === SRGB && profile.curve === 'srgb';
}

/**
 * Returns true if the colours must be converted to sRGB here. The image library applies ICC profiles, but they don't
 * describe HDR.
 */
export function needsMapping(cicp: Cicp | undefined, hasProfile: boolean): cicp is Cicp {
  if (cicp === undefined || !MAPPED.has(cicp.primaries)) return false;
  return isHdr(cicp) || (!hasProfile && cicpProfile(cicp) !== undefined && !isSrgb(cicp));
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
