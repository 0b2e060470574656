/** Finds out by the lengths that the containers of films and sounds state whether they are cut, without decoding them. */
import type { FileHandle } from 'node:fs/promises';
import { MIN_SHARE } from '../ffmpeg/too-short.ts';
import { readExactly } from './bytes.ts';
import { stated, statedEndOfSound } from './cut-sounds.ts';
import type { OpenFile } from './cut-stills.ts';

/** Containers of boxes. */
const BOXED = /^(?:audio|video)\/(?:mp4|quicktime|x-m4v|3gpp2?)$/;
const MATROSKA = /^(?:audio|video)\/(?:matroska|x-matroska|webm)$/;
const MAX_BOXES = 1000;
/** Marks what a Matroska file consists of; its length follows. */
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);
const ASF = /^(?:(?:audio|video)\/x-ms-(?:asf|wmv|wm)|application\/vnd\.ms-asf)$/;
/** Begins the object with the properties of an ASF file; its length, an identifier and the size of the file follow. */
const ASF_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const FLASH = /^video\/x-f[l4]v$/;
/** Precedes the size of the file as a number in the metadata of a Flash film. */
const FLASH_SIZE = Buffer.from('\0\x08filesize\0', 'latin1');
const MXF = 'application/mxf';
/** Begins the key of the first part of an MXF file; two bytes, the length, 24 bytes and the place of the last part follow. */
const MXF_PART = Buffer.from('060e2b34020501010d0102010102', 'hex');
const REAL = /^application\/vnd\.rn-realmedia/;

/**
 * Returns true if too little of a film or sound is there, by the length that its container states, for a conversion to be
 * the whole. False for those that state none, such as transport and program streams, whose duration is measured by what is
 * there.
 */
export async function isRecordingCut(mediaType: string, recording: OpenFile): Promise<boolean> {
  return recording.size < (await statedEnd(mediaType, recording)) * MIN_SHARE;
}

async function statedEnd(mediaType: string, recording: OpenFile): Promise<number> {
  const { file, head, size } = recording;
  if (BOXED.test(mediaType)) return await endOfBoxes(file, size);
  if (MATROSKA.test(mediaType)) return endOfSegment(head);
  if (ASF.test(mediaType)) return sizeBehind(head, ASF_PROPERTIES, 24, (at) => Number(head.readBigUInt64LE(at)));
  if (FLASH.test(mediaType)) return sizeBehind(head, FLASH_SIZE, 0, (at) => head.readDoubleBE(at));
  if (mediaType === MXF) return lastPart(head);
  if (mediaType === 'video/vnd.avi') return await endOfRiffs(file, size);
  return REAL.test(mediaType) ? await endOfChunks(file, size) : await statedEndOfSound(mediaType, recording);
}

/** Reads a number of eight bytes so many bytes behind a mark; 0 if the mark is not there. */
function sizeBehind(head: Buffer, mark: Buffer, distance: number, read: (at: number) => number): number {
  const at = head.indexOf(mark);
  const from = at + mark.length + distance;
  return at < 0 || from + 8 > head.length ? 0 : read(from);
}

/** Returns where the last part of an MXF file begins; 0 if that is not stated, as in one that was recorded live. */
function lastPart(head: Buffer): number {
  const at = head.indexOf(MXF_PART);
  const lengthAt = at + MXF_PART.length + 2;
  const first = head[lengthAt] ?? 0;
  const from = lengthAt + 1 + (first < 0x80 ? 0 : first & 0x7f) + 24;
  return at < 0 || from + 8 > head.length ? 0 : Number(head.readBigUInt64BE(from));
}

/** Real Media consists of named chunks, each with its whole length behind the name. */
async function endOfChunks(file: FileHandle, size: number): Promise<number> {
  let at = 0;
  for (let n = 0; at + 8 <= size && n < MAX_BOXES; n++) {
    const length = (await readExactly(file, at, 8)).readUInt32BE(4);
    if (length < 8) break;
    at += length;
  }
  return at;
}

/** An AVI film above 1 GB consists of several parts. */
async function endOfRiffs(file: FileHandle, size: number): Promise<number> {
  let at = 0;
  for (let n = 0; at + 8 <= size && n < MAX_BOXES; n++) {
    const part = await readExactly(file, at, 8);
    if (part.toString('latin1', 0, 4) !== 'RIFF') break;
    at += 8 + stated(part.readUInt32LE(4));
  }
  return at;
}

async function endOfBoxes(file: FileHandle, size: number): Promise<number> {
  let at = 0;
  for (let n = 0; at + 16 <= size && n < MAX_BOXES; n++) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
    const short = buffer.readUInt32BE(0);
    const length = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8) break;
    at += length;
  }
  return at;
}

function endOfSegment(head: Buffer): number {
  const at = head.indexOf(SEGMENT) + SEGMENT.length;
  const first = head[at] ?? 0;
  if (at < SEGMENT.length || first === 0) return 0;
  // The leading zeros of the first byte say how many bytes the number has; all ones mean that it is unknown.
  const bytes = Math.clz32(first) - 23;
  if (at + bytes > head.length) return 0;
  let length = first & (0xff >> bytes);
  let isUnknown = length === 0xff >> bytes;
  for (const byte of head.subarray(at + 1, at + bytes)) {
    length = length * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? 0 : at + bytes + length;
}
