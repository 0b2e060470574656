/**
 * Computes the position of every byte of a ZIP file before the first byte is sent. This is possible because members are
 * stored uncompressed, with known sizes and CRC-32s. Pure: the same members give the same bytes. The format is
 * APPNOTE.TXT 6.3, with ZIP64 where needed.
 */
import { firstIndex } from '../../../core/src/domain/binary-search.ts';
import type { EpochMs } from '../../../core/src/domain/model.ts';
import type { ByteRange } from '../../../core/src/platform/byte-reader.ts';

export interface ZipMember {
  /** Unique within the ZIP file; at most 65,535 bytes of UTF-8. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Unsigned. */
  readonly crc32: number;
  readonly date: EpochMs;
}

/** A computed ZIP file: its headers, its central directory and the offsets of all parts. */
export interface ZipLayout {
  readonly members: readonly ZipMember[];
  /** Size of the whole ZIP file in bytes. */
  readonly size: number;
  /** Local headers of all members, concatenated. */
  readonly headers: Buffer;
  /** Offset of each member's header in `headers`, followed by the length of `headers`. */
  readonly headerPlaces: Float64Array;
  /** Offset of each member's header in the ZIP file, followed by the offset of the central directory. */
  readonly places: Float64Array;
  /** The central directory and the end records after it. */
  readonly directory: Buffer;
}

/** A contiguous part of the ZIP file: bytes of the format itself, or of a member. */
export type ZipPiece =
  | { readonly kind: 'format'; readonly bytes: Uint8Array }
  | { readonly kind: 'member'; readonly index: number; readonly range: ByteRange };

const LOCAL_BYTES = 30;
const LOCAL_EXTRA_BYTES = 20;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;

/** Values of a 4-byte or 2-byte field which mean that the ZIP64 field holds the actual value. */
const IN_64 = 0xffff_ffff;
const MANY = 0xffff;

const UTF8_NAMES = 1 << 11;
const PLAIN_VERSION = 20;
const VERSION_64 = 45;
/** Marks each member as a regular Unix file that everyone may read. */
const UNIX = 3 << 8;
const FILE_MODE = 0o100644;

/** Computes the layout. Takes about a microsecond for each member. */
export function zipLayout(members: readonly ZipMember[]): ZipLayout {
  const nameBytes = members.map(({ name }) => Buffer.byteLength(name));
  const headerPlaces = new Float64Array(members.length + 1);
  const places = new Float64Array(members.length + 1);
  let directoryBytes = 0;
  for (const [index, { size }] of members.entries()) {
    const length = nameBytes[index] ?? 0;
    const header = LOCAL_BYTES + length + (size >= IN_64 ? LOCAL_EXTRA_BYTES : 0);
    const place = places[index] ?? 0;
    headerPlaces[index + 1] = (headerPlaces[index] ?? 0) + header;
    places[index + 1] = place + header + size;
    directoryBytes += CENTRAL_BYTES + length + centralExtraBytes(size, place);
  }
  const start = places[members.length] ?? 0;
  const headers = Buffer.alloc(headerPlaces[members.length] ?? 0);
  for (const [index, member] of members.entries()) {
    writeLocal(headers, headerPlaces[index] ?? 0, member, nameBytes[index] ?? 0);
  }
  const is64 = members.length >= MANY || directoryBytes >= IN_64 || start >= IN_64;
  const directory = Buffer.alloc(directoryBytes + (is64 ? END_64_BYTES + LOCATOR_BYTES : 0) + END_BYTES);
  let at = 0;
  for (const [index, member] of members.entries()) {
    at = writeCentral(directory, at, member, nameBytes[index] ?? 0, places[index] ?? 0);
  }
  writeEnd(directory, at, { count: members.length, bytes: directoryBytes, start, is64 });
  return { members, size: start + directory.length, headers, headerPlaces, places, directory };
}

/** Yields the pieces of a byte range of the ZIP file in order. No piece is empty. */
export function* zipPieces(layout: ZipLayout, { start, end }: ByteRange): Generator<ZipPiece> {
  const { members, headers, headerPlaces, places, directory } = layout;
  const memberAtStart = firstIndex(0, members.length, (index) => (places[index + 1] ?? 0) > start);
  for (let index = memberAtStart; index < members.length; index += 1) {
    const place = places[index] ?? 0;
    if (place > end) return;
    const from = headerPlaces[index] ?? 0;
    const to = headerPlaces[index + 1] ?? 0;
    const bytes = headers.subarray(
      Math.min(to, from + Math.max(0, start - place)),
      Math.min(to, from + end + 1 - place),
    );
    if (bytes.length > 0) yield { kind: 'format', bytes };
    const first = place + (to - from);
    const size = members[index]?.size ?? 0;
    const range = { start: Math.max(0, start - first), end: Math.min(size - 1, end - first) };
    if (range.start <= range.end) yield { kind: 'member', index, range };
  }
  const directoryStart = places[members.length] ?? 0;
  const bytes = directory.subarray(Math.max(0, start - directoryStart), Math.max(0, end + 1 - directoryStart));
  if (bytes.length > 0) yield { kind: 'format', bytes };
}

function writeLocal(into: Buffer, at: number, { name, size, crc32, ...member }: ZipMember, nameBytes: number): void {
  const is64 = size >= IN_64;
  const { date, time } = dosDate(member.date);
  into.writeUInt32LE(0x04034b50, at);
  into.writeUInt16LE(is64 ? VERSION_64 : PLAIN_VERSION, at + 4);
  into.writeUInt16LE(UTF8_NAMES, at + 6);
  into.writeUInt16LE(time, at + 10);
  into.writeUInt16LE(date, at + 12);
  into.writeUInt32LE(crc32, at + 14);
  into.writeUInt32LE(is64 ? IN_64 : size, at + 18);
  into.writeUInt32LE(is64 ? IN_64 : size, at + 22);
  into.writeUInt16LE(nameBytes, at + 26);
  into.writeUInt16LE(is64 ? LOCAL_EXTRA_BYTES : 0, at + 28);
  into.write(name, at + LOCAL_BYTES, 'utf8');
  if (is64) writeExtra(into, at + LOCAL_BYTES + nameBytes, [size, size]);
}

function writeCentral(into: Buffer, at: number, member: ZipMember, nameBytes: number, place: number): number {
  const { name, size, crc32 } = member;
  const { date, time } = dosDate(member.date);
  const extraBytes = centralExtraBytes(size, place);
  const version = extraBytes > 0 ? VERSION_64 : PLAIN_VERSION;
  into.writeUInt32LE(0x02014b50, at);
  into.writeUInt16LE(UNIX | version, at + 4);
  into.writeUInt16LE(version, at + 6);
  into.writeUInt16LE(UTF8_NAMES, at + 8);
  into.writeUInt16LE(time, at + 12);
  into.writeUInt16LE(date, at + 14);
  into.writeUInt32LE(crc32, at + 16);
  into.writeUInt32LE(Math.min(size, IN_64), at + 20);
  into.writeUInt32LE(Math.min(size, IN_64), at + 24);
  into.writeUInt16LE(nameBytes, at + 28);
  into.writeUInt16LE(extraBytes, at + 30);
  into.writeUInt32LE(FILE_MODE * 0x1_0000, at + 38);
  into.writeUInt32LE(Math.min(place, IN_64), at + 42);
  into.write(name, at + CENTRAL_BYTES, 'utf8');
  const values = [...(size >= IN_64 ? [size, size] : []), ...(place >= IN_64 ? [place] : [])];
  if (extraBytes > 0) writeExtra(into, at + CENTRAL_BYTES + nameBytes, values);
  return at + CENTRAL_BYTES + nameBytes + extraBytes;
}

/** Size of the ZIP64 field, which holds only the values that do not fit into their own fields. */
function centralExtraBytes(size: number, place: number): number {
  const values = (size >= IN_64 ? 2 : 0) + (place >= IN_64 ? 1 : 0);
  return values === 0 ? 0 : 4 + 8 * values;
}

function writeExtra(into: Buffer, at: number, values: readonly number[]): void {
  into.writeUInt16LE(1, at);
  into.writeUInt16LE(8 * values.length, at + 2);
  for (const [index, value] of values.entries()) into.writeBigUInt64LE(BigInt(value), at + 4 + 8 * index);
}

function writeEnd(
  into: Buffer,
  at: number,
  directory: { readonly count: number; readonly bytes: number; readonly start: number; readonly is64: boolean },
): void {
  const { count, bytes, start, is64 } = directory;
  let end = at;
  if (is64) {
    into.writeUInt32LE(0x06064b50, at);
    into.writeBigUInt64LE(BigInt(END_64_BYTES - 12), at + 4);
    into.writeUInt16LE(UNIX | VERSION_64, at + 12);
    into.writeUInt16LE(VERSION_64, at + 14);
    into.writeBigUInt64LE(BigInt(count), at + 24);
    into.writeBigUInt64LE(BigInt(count), at + 32);
    into.writeBigUInt64LE(BigInt(bytes), at + 40);
    into.writeBigUInt64LE(BigInt(start), at + 48);
    const locator = at + END_64_BYTES;
    into.writeUInt32LE(0x07064b50, locator);
    into.writeBigUInt64LE(BigInt(start + bytes), locator + 8);
    into.writeUInt32LE(1, locator + 16);
    end = locator + LOCATOR_BYTES;
  }
  into.writeUInt32LE(0x06054b50, end);
  into.writeUInt16LE(Math.min(count, MANY), end + 8);
  into.writeUInt16LE(Math.min(count, MANY), end + 10);
  into.writeUInt32LE(Math.min(bytes, IN_64), end + 12);
  into.writeUInt32LE(Math.min(start, IN_64), end + 16);
}

const FIRST_DATE = Date.UTC(1980, 0, 1);
const LAST_DATE = Date.UTC(2107, 11, 31, 23, 59, 58);

/** Converts an instant to date and time of a ZIP file in UTC: even seconds, years clamped to 1980 to 2107. */
function dosDate(instant: EpochMs): { readonly date: number; readonly time: number } {
  const at = new Date(Math.min(Math.max(instant, FIRST_DATE), LAST_DATE));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
