import { CannotMake } from '../../derived/cannot-make.ts';
import { boxesIn } from '../../inspect/boxes.ts';
import { profileChannels } from '../write-pdf.ts';

/** What a JPEG 2000 file states about its picture before anything is decoded. */
export interface Jp2Structure {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** How many times the decoder can halve the picture at no cost. */
  readonly halvings: number;
  readonly profile: Buffer | undefined;
  /** Number of an enumerated colour space; see `JP2_SPACES`. */
  readonly colourSpace: number | undefined;
  readonly hasPalette: boolean;
  readonly hasAlpha: boolean;
  /** False if the codestream ends within a tile, or before the last one. */
  readonly isWhole: boolean;
  /** The file as decoders read it. */
  readonly file: Buffer;
}

/** Enumerated colour spaces and their numbers. */
export const JP2_SPACES = { cmyk: 12, srgb: 16, grey: 17, sycc: 18 } as const;

const CODESTREAM = 0xff4fff51;
const CODING_STYLE = 0xff52;
const START_OF_TILE = 0xff90;
const TILE_HEAD_BYTES = 12;
const END_OF_CODESTREAM = Buffer.from([0xff, 0xd9]);
/** Boxes that contain only boxes. */
const SUPER_BOXES = new Set(['jp2h']);

/** Reads the boxes and the head of the codestream; a bare codestream has no boxes. Throws CannotMake. */
export function readJp2Structure(bytes: Buffer): Jp2Structure {
  const boxes = new Map<string, Buffer>();
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === CODESTREAM) boxes.set('jp2c', bytes);
  else collectBoxes(bytes, boxes);
  const codestream = boxes.get('jp2c');
  if (codestream === undefined) throw new CannotMake('corrupt', 'a JPEG 2000 file without a picture');
  const colour = boxes.get('colr');
  const method = colour?.[0];
  const head = readCodestreamHead(codestream);
  const profile = method === 2 || method === 3 ? colour?.subarray(3) : undefined;
  const colourSpace = method === 1 && colour !== undefined && colour.length >= 7 ? colour.readUInt32BE(3) : undefined;
  const hasPalette = boxes.has('pclr');
  const definitions = boxes.get('cdef');
  const isUndefined = definitions === undefined && !hasPalette;
  // The marker can't occur in the data of a picture, but padding may follow it. Some writers leave it out.
  const isEnded = codestream.lastIndexOf(END_OF_CODESTREAM) >= 0;
  const lacksEnd = !isEnded && hasAllTiles(codestream);
  return {
    ...{ ...head, profile, colourSpace, hasPalette },
    isWhole: isEnded || lacksEnd,
    file: lacksEnd ? withEnd(bytes, codestream) : bytes,
    hasAlpha: isUndefined ? hasOneMore(head.channels, colourSpace, profile) : hasOpacity(definitions),
  };
}

/**
 * Returns true if there is one more channel than colours. If nothing defines that channel, all readers take it for
 * opacity.
 */
function hasOneMore(channels: number, colourSpace: number | undefined, profile: Buffer | undefined): boolean {
  if (channels === 2) return true;
  return channels === 4 && (profileChannels(profile) ?? (colourSpace === JP2_SPACES.cmyk ? 4 : 3)) === 3;
}

/** Adds the marker at the end, without which the decoder shows nothing. */
function withEnd(bytes: Buffer, codestream: Buffer): Buffer {
  const at = codestream.byteOffset - bytes.byteOffset;
  const isBoxed = bytes.toString('latin1', at - 4, at) === 'jp2c';
  // A length of 0 means up to the end of the file.
  const before = isBoxed ? [bytes.subarray(0, at - 8), Buffer.from('\0\0\0\0jp2c')] : [bytes.subarray(0, at)];
  return Buffer.concat([...before, codestream, END_OF_CODESTREAM]);
}

function collectBoxes(bytes: Buffer, boxes: Map<string, Buffer>): void {
  for (const { type, contentAt, end } of boxesIn(bytes)) {
    const content = bytes.subarray(contentAt, end);
    if (SUPER_BOXES.has(type)) collectBoxes(content, boxes);
    else if (!boxes.has(type)) boxes.set(type, content);
  }
}

function readCodestreamHead(bytes: Buffer): Pick<Jp2Structure, 'width' | 'height' | 'channels' | 'halvings'> {
  if (bytes.length < 42 || bytes.readUInt32BE(0) !== CODESTREAM) throw new CannotMake('corrupt', 'no codestream');
  const width = bytes.readUInt32BE(8) - bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(12) - bytes.readUInt32BE(20);
  if (width < 1 || height < 1) throw new CannotMake('corrupt', `${width} x ${height} pixels`);
  return { width, height, channels: bytes.readUInt16BE(40), halvings: readHalvings(bytes) };
}

/** Returns true if the parts of tiles state their lengths, all are there, and no tile is missing. */
function hasAllTiles(codestream: Buffer): boolean {
  const [right, down, , , width, height, left, top] = Array.from({ length: 8 }, (_, n) =>
    codestream.readUInt32BE(8 + n * 4),
  );
  const across = Math.ceil(((right ?? 0) - (left ?? 0)) / (width ?? 0));
  const tiles = across * Math.ceil(((down ?? 0) - (top ?? 0)) / (height ?? 0));
  const found = new Set<number>();
  let at = startOfTiles(codestream);
  while (at + TILE_HEAD_BYTES <= codestream.length && codestream.readUInt16BE(at) === START_OF_TILE) {
    const length = codestream.readUInt32BE(at + 6);
    if (length < TILE_HEAD_BYTES) return false;
    found.add(codestream.readUInt16BE(at + 4));
    at += length;
  }
  return at === codestream.length && found.size === tiles;
}

function startOfTiles(codestream: Buffer): number {
  let at = 2;
  while (at + 4 <= codestream.length && codestream.readUInt16BE(at) !== START_OF_TILE)
    at += 2 + codestream.readUInt16BE(at + 2);
  return at;
}

function readHalvings(bytes: Buffer): number {
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    if (marker === CODING_STYLE) return Math.min(32, bytes[at + 9] ?? 0);
    if (marker === START_OF_TILE) return 0;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return 0;
}

/** Checks the channel definitions (number, kind, associated colour) for opacity, which is kind 1 or 2. */
function hasOpacity(definitions: Buffer | undefined): boolean {
  if (definitions === undefined) return false;
  for (let at = 2; at + 6 <= definitions.length; at += 6) {
    const kind = definitions.readUInt16BE(at + 2);
    if (kind === 1 || kind === 2) return true;
  }
  return false;
}
