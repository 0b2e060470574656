/** The bytes of a ZIP file, from any place to any other, read from its members as they are needed. */
import { crc32 } from 'node:zlib';
import type { ByteRange, ByteReader } from '../ports/binary-store.ts';
import { type ZipLayout, type ZipPiece, zipPieces } from './zip-layout.ts';

/** Where a member's bytes come from. */
export interface MemberSource {
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader>;
}

/** A stored file is not what it was when its CRC-32 was taken. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  /** Its place among the members. */
  readonly member: number;

  constructor(member: number, message: string) {
    super(message);
    this.member = member;
  }
}

/**
 * Reads a part of the file, or all of it. One member is open at a time. The bytes of a member that is read whole are checked
 * against its CRC-32 before the last of them are given; another one rejects with DamagedFile.
 */
export function openZip(
  layout: ZipLayout,
  sources: readonly MemberSource[],
  range: ByteRange,
  signal: AbortSignal,
): ByteReader {
  const pieces = zipPieces(layout, range);
  let piece = nextPiece();
  /** Bytes of the piece that were given. */
  let done = 0;
  let crc = 0;
  let member: ByteReader | undefined;

  function nextPiece(): ZipPiece | undefined {
    const next = pieces.next();
    return next.done ? undefined : next.value;
  }

  async function closeMember(): Promise<void> {
    const open = member;
    member = undefined;
    await open?.[Symbol.asyncDispose]();
  }

  async function readMember(index: number, part: ByteRange, into: Uint8Array): Promise<number> {
    const source = sources[index];
    const facts = layout.members[index];
    if (!source || !facts) throw new RangeError(`the ZIP has no member ${index}`);
    const isWhole = part.start === 0 && part.end === facts.size - 1;
    member ??= await source.open(isWhole ? undefined : part, signal);
    const left = part.end - part.start + 1 - done;
    const bytes = await member.read(left < into.length ? into.subarray(0, left) : into);
    if (bytes === 0) throw new DamagedFile(index, `${facts.name} is damaged: it ends ${left} bytes too early`);
    if (!isWhole) return bytes;
    crc = crc32(into.subarray(0, bytes), crc);
    if (bytes === left && crc !== facts.crc32) {
      throw new DamagedFile(index, `${facts.name} is damaged: its CRC-32 is ${hex(crc)}, not ${hex(facts.crc32)}`);
    }
    return bytes;
  }

  async function readPiece(from: ZipPiece, into: Uint8Array): Promise<number> {
    if (from.kind === 'member') return await readMember(from.index, from.range, into);
    const bytes = from.bytes.subarray(done, done + into.length);
    into.set(bytes);
    return bytes.length;
  }

  return {
    /** Fills all of `into` but at the end, so that small members don't become small parts. */
    read: async (into) => {
      let filled = 0;
      while (piece !== undefined && filled < into.length) {
        signal.throwIfAborted();
        const bytes = await readPiece(piece, into.subarray(filled));
        filled += bytes;
        done += bytes;
        if (done < lengthOf(piece)) continue;
        if (piece.kind === 'member') await closeMember();
        piece = nextPiece();
        done = 0;
        crc = 0;
      }
      return filled;
    },
    [Symbol.asyncDispose]: closeMember,
  };
}

function lengthOf(piece: ZipPiece): number {
  return piece.kind === 'format' ? piece.bytes.length : piece.range.end - piece.range.start + 1;
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
