import { type FileHandle, open } from 'node:fs/promises';
import { type Cicp, cicpProfile, isMappedHdr, isSrgb } from './cicp.ts';
import { type Chromaticity, type ProfileColours, SRGB } from './icc-profile.ts';

/**
 * The colours of a PNG by the first of its chunks that counts: `cICP`, `iCCP`, `sRGB`, `gAMA` with `cHRM` (PNG, third
 * edition: 4.3).
 */
export interface PngColours {
  /** Colours that no profile in the file describes, though they differ from sRGB. */
  readonly profile?: ProfileColours;
  /** HDR. */
  readonly cicp?: Cicp;
  /** True if the file says that its colours are sRGB, perhaps despite a profile. */
  readonly areSrgb: boolean;
  readonly hasProfile: boolean;
  readonly isGrey: boolean;
  /** Size as stored where no EXIF stands in front of the pixels: what comes behind them, or as a text, turns nothing. */
  readonly unturned?: { readonly width: number; readonly height: number };
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;
const MAX_CHUNKS = 1000;
/** Limit of a chunk that is read; a profile is longer, and only its presence counts. */
const MAX_CHUNK_BYTES = 64;
/** In chunks, numbers are multiplied by this. */
const SCALE = 100_000;
/** The brightest pixel is given in ten-thousandths of cd/m². */
const LIGHT_SCALE = 10_000;
const FULL_RANGE = 1;

/** Reads the colours of a PNG from its chunks before the pixels. */
export async function readPngColours(input: string | Buffer | FileHandle): Promise<PngColours> {
  if (typeof input === 'string') {
    await using file = await open(input);
    return await readPngColours(file);
  }
  const chunks = new Map<string, Buffer>();
  for (let at = SIGNATURE_BYTES, n = 0; n < MAX_CHUNKS; n++) {
    const head = await bytesAt(input, at, 8 + MAX_CHUNK_BYTES);
    const type = head.toString('latin1', 4, 8);
    if (head.length < 8 || type === 'IDAT') break;
    const length = head.readUInt32BE(0);
    if (!chunks.has(type)) chunks.set(type, head.subarray(8, 8 + Math.min(length, MAX_CHUNK_BYTES)));
    at += length + FRAME_BYTES;
  }
  const header = chunks.get('IHDR');
  const kind = header?.[9];
  const unturned =
    header === undefined || header.length < 8 || chunks.has('eXIf')
      ? undefined
      : { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
  return {
    ...coloursOf(chunks),
    hasProfile: chunks.has('iCCP'),
    isGrey: kind === 0 || kind === 4,
    ...(unturned && { unturned }),
  };
}

async function bytesAt(input: Buffer | FileHandle, at: number, length: number): Promise<Buffer> {
  if (Buffer.isBuffer(input)) return input.subarray(at, at + length);
  const { buffer, bytesRead } = await input.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function coloursOf(chunks: ReadonlyMap<string, Buffer>): Pick<PngColours, 'profile' | 'cicp' | 'areSrgb'> {
  const code = chunks.get('cICP');
  if (code?.length === 4 && code[2] === 0 && code[3] === FULL_RANGE) {
    const light = chunks.get('cLLi');
    const brightest = light?.length === 8 ? light.readUInt32BE(0) / LIGHT_SCALE : 0;
    const cicp = { primaries: code[0] ?? 0, transfer: code[1] ?? 0, brightest };
    const profile = cicpProfile(cicp);
    if (isMappedHdr(cicp)) return { cicp, areSrgb: false };
    if (profile) return isSrgb(cicp) ? { areSrgb: true } : { profile, areSrgb: false };
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return { areSrgb: !chunks.has('iCCP') };
  const gamma = chunks.get('gAMA');
  const profile = measured(gamma?.length === 4 ? gamma.readUInt32BE(0) / SCALE : 0, chunks.get('cHRM'));
  return { ...(profile ? { profile } : {}), areSrgb: false };
}

/** The gamma that files with the curve of sRGB state. Gammas that differ by less than a twentieth look the same. */
const GAMMA_OF_SRGB = 0.45455;
const SAME_GAMMA = 0.05;
/** Smallest and largest gamma that is no mistake. */
const GAMMAS = { least: 0.1, most: 10 };
/** Places that differ by less mean the same colour. */
const SAME_PLACE = 0.003;
/** Primaries between which there are fewer colours can't be told apart. */
const MIN_AREA = 0.001;

function measured(gamma: number, chromaticities: Buffer | undefined): ProfileColours | undefined {
  const isUsed = gamma >= GAMMAS.least && gamma <= GAMMAS.most;
  const isUsual = !isUsed || Math.abs(gamma / GAMMA_OF_SRGB - 1) < SAME_GAMMA;
  const places = chromaticities?.length === 32 ? placesIn(chromaticities) : undefined;
  const areUsual =
    !places ||
    (['white', 'red', 'green', 'blue'] as const).every((name) =>
      places[name].every((place, index) => Math.abs(place - (SRGB[name][index] ?? 0)) < SAME_PLACE),
    );
  if (isUsual && areUsual) return undefined;
  return { primaries: areUsual ? SRGB : (places ?? SRGB), curve: isUsed ? 1 / gamma : 'srgb' };
}

function placesIn(chunk: Buffer): ProfileColours['primaries'] {
  const at = (index: number): Chromaticity => [
    chunk.readUInt32BE(index * 8) / SCALE,
    chunk.readUInt32BE(index * 8 + 4) / SCALE,
  ];
  const [white, red, green, blue] = [at(0), at(1), at(2), at(3)];
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  const areReal = [white, red, green, blue].every(([x, y]) => y > 0 && x + y <= 1);
  return areReal && Math.abs(area) > MIN_AREA ? { white, red, green, blue } : undefined;
}
