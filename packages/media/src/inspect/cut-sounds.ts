/** Finds out where sounds end by the lengths that they state. */
import type { FileHandle } from 'node:fs/promises';
import type { OpenFile } from './cut-stills.ts';

/** Stated by programs that write while they record; of eight bytes, any number that no file has. */
const UNKNOWN_LENGTH = 0xffffffff;
/** Place of the size in RF64, whose own field is too short for it. */
const RF64_SIZE_AT = 20;
const W64_SIZE_AT = 16;
const MAX_CHUNKS = 1000;
const MAX_TAGS = 8;

/** Returns the offset at which a sound ends by what its file states; 0 if it states nothing. */
export async function statedEndOfSound(mediaType: string, { file, head, size }: OpenFile): Promise<number> {
  const name = head.toString('latin1', 0, 4);
  if (name === 'RF64' || name === 'riff') {
    const at = name === 'RF64' ? RF64_SIZE_AT : W64_SIZE_AT;
    const end = head.length < at + 8 ? 0 : Number(head.readBigUInt64LE(at));
    return Number.isSafeInteger(end) ? end : 0;
  }
  if (mediaType === 'audio/wav') return stated(head.readUInt32LE(4));
  if (mediaType === 'audio/aiff') return stated(head.readUInt32BE(4));
  if (mediaType === 'audio/basic') return head.length < 12 ? 0 : head.readUInt32BE(4) + stated(head.readUInt32BE(8));
  if (mediaType === 'audio/x-caf') return await endOfCaf(file, size);
  if (mediaType === 'audio/mpeg') return await endOfMpeg(file);
  if (mediaType === 'audio/ogg') return await endOfOgg(file, size);
  return name === 'fLaC' && head.length >= FLAC_HEAD_BYTES ? await endOfFlac(file, head, size) : 0;
}

/** Returns the length that four bytes state; 0 if they state none. */
export function stated(length: number): number {
  return length === UNKNOWN_LENGTH ? 0 : length;
}

async function endOfCaf(file: FileHandle, size: number): Promise<number> {
  let at = 8;
  for (let n = 0; at + 12 <= size && n < MAX_CHUNKS; n++) {
    const length = Number((await read(file, at, 12)).readBigInt64BE(4));
    // The sound may be the last chunk, and last to the end of the file.
    if (length < 0) return 0;
    at += 12 + length;
  }
  return at;
}

/** In the first frame of an MP3, which then plays nothing, encoders state how many bytes there are from this frame on. */
async function endOfMpeg(file: FileHandle): Promise<number> {
  const at = await endOfTags(file);
  const frame = await read(file, at, FRAME_BYTES);
  const known = /Xing|Info/.exec(frame.toString('latin1'))?.index;
  if (known !== undefined && known + 16 <= frame.length) {
    const flags = frame.readUInt32BE(known + 4);
    const [hasFrames, hasBytes] = [(flags & 1) !== 0, (flags & 2) !== 0];
    return hasBytes ? at + frame.readUInt32BE(known + (hasFrames ? 12 : 8)) : 0;
  }
  return frame.toString('latin1', VBRI_AT, VBRI_AT + 4) === 'VBRI' ? at + frame.readUInt32BE(VBRI_AT + 10) : 0;
}

/** Bytes in which the first frame says how long the sound is. */
const FRAME_BYTES = 64;
const VBRI_AT = 36;

/** Skips the ID3 tags before a sound, which may hold large pictures. */
async function endOfTags(file: FileHandle): Promise<number> {
  let at = 0;
  for (let n = 0; n < MAX_TAGS; n++) {
    const tag = await read(file, at, 10);
    if (tag.toString('latin1', 0, 3) !== 'ID3') break;
    const hasFooter = ((tag[5] ?? 0) & 0x10) !== 0;
    at += (hasFooter ? 20 : 10) + tag.subarray(6).reduce((length, byte) => length * 128 + (byte & 127), 0);
  }
  return at;
}

/** More than any page of Ogg, and than most frames of FLAC. */
const TAIL_BYTES = 128 * 1024;
const OGG_HEAD_BYTES = 27;

/** Nothing states where an Ogg file ends, but its last page states its length. */
async function endOfOgg(file: FileHandle, size: number): Promise<number> {
  const tailAt = Math.max(0, size - TAIL_BYTES);
  const tail = await read(file, tailAt, size - tailAt);
  const at = tail.lastIndexOf('OggS');
  const lengths = tail.subarray(at + OGG_HEAD_BYTES, at + OGG_HEAD_BYTES + (tail[at + OGG_HEAD_BYTES - 1] ?? 0));
  const end = lengths.reduce((sum, length) => sum + length, tailAt + at + OGG_HEAD_BYTES + lengths.length);
  // How much is missing, nobody knows.
  return at >= 0 && end > size ? Number.POSITIVE_INFINITY : 0;
}

const FLAC_HEAD_BYTES = 26;

/** FLAC states how many samples it has, and each frame at which it begins. Returns where the last would end. */
async function endOfFlac(file: FileHandle, head: Buffer, size: number): Promise<number> {
  const samples = Number(head.readBigUInt64BE(18) & 0xf_ffff_ffffn);
  const [smallest, largest] = [head.readUInt16BE(8), head.readUInt16BE(10)];
  const tailAt = Math.max(0, size - TAIL_BYTES);
  const tail = await read(file, tailAt, size - tailAt);
  let last: number | undefined;
  // Sound may look like the head of a frame by chance, so the last is the one that begins latest.
  for (let at = tail.indexOf(0xff); at >= 0; at = tail.indexOf(0xff, at + 1)) {
    const number = flacFrame(tail, at);
    if (number === undefined) continue;
    const isBySample = ((tail[at + 1] ?? 0) & 1) !== 0;
    last = Math.max(last ?? 0, isBySample ? number : number * smallest);
  }
  return last === undefined ? 0 : (size * samples) / (last + largest);
}

/** Returns the number in the head of a FLAC frame; undefined if none begins here, which a checksum tells. */
function flacFrame(bytes: Buffer, at: number): number | undefined {
  const [second = 0, codes = 0, first = 0] = [bytes[at + 1], bytes[at + 2], bytes[at + 4]];
  if ((second & 0xfe) !== 0xf8) return undefined;
  // As many bytes as the first has leading ones.
  const more = Math.max(0, Math.clz32(~(first << 24)) - 1);
  let number = more === 0 ? first : first & (0x3f >> more);
  for (const byte of bytes.subarray(at + 5, at + 5 + more)) number = number * 64 + (byte & 0x3f);
  const end = at + 5 + more + (FLAC_BLOCK_BYTES[codes >> 4] ?? 0) + (FLAC_RATE_BYTES[codes & 15] ?? 0);
  let checksum = 0;
  for (const byte of bytes.subarray(at, end)) {
    checksum ^= byte;
    for (let bit = 0; bit < 8; bit++) checksum = ((checksum << 1) ^ ((checksum & 0x80) === 0 ? 0 : 0x107)) & 0xff;
  }
  return end < bytes.length && checksum === bytes[end] ? number : undefined;
}

/** Bytes that size and rate take in the head of a frame, by their codes. */
const FLAC_BLOCK_BYTES: Readonly<Record<number, number>> = { 6: 1, 7: 2 };
const FLAC_RATE_BYTES: Readonly<Record<number, number>> = { 12: 1, 13: 2, 14: 2 };

/** Reads so many bytes, which are 0 behind the end of the file. */
async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  return (await file.read(Buffer.alloc(length), 0, length, at)).buffer;
}
