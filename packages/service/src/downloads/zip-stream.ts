/** Streams any byte range of a ZIP file, reading its members as needed. */
import type { ByteRange, ByteReader } from '../../../core/src/platform/byte-reader.ts';
import { checkedReader, DamagedFile, isWhole } from './checked-reader.ts';
import { type ZipLayout, type ZipPiece, zipPieces } from './zip-layout.ts';

export interface MemberSource {
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader>;
}

/**
 * Creates a reader for a byte range of the ZIP file. It keeps up to two members open: the current one, and the next
 * one, so that the caller need not wait for it to open. If a member is read whole, its CRC-32 is checked before its
 * last bytes are returned; on a mismatch the read rejects with DamagedFile.
 */
export function openZip(
  layout: ZipLayout,
  sources: readonly MemberSource[],
  range: ByteRange,
  signal: AbortSignal,
): ByteReader {
  const pieces = zipPieces(layout, range);
  /** Pieces already taken from `pieces`, up to the member that is opened ahead. */
  const coming: ZipPiece[] = [];
  let piece = nextPiece();
  /** Bytes of the current piece already returned. */
  let done = 0;
  let member: ByteReader | undefined;
  let ahead: { readonly index: number; readonly opening: Promise<ByteReader> } | undefined;
  let closing = Promise.resolve();

  function nextPiece(): ZipPiece | undefined {
    return coming.shift() ?? pieces.next().value ?? undefined;
  }

  async function openMember(index: number, part: ByteRange): Promise<ByteReader> {
    const source = sources[index];
    const facts = layout.members[index];
    if (!source || !facts) throw new RangeError(`the ZIP has no member ${index}`);
    return isWhole(part, facts.size)
      ? checkedReader(await source.open(undefined, signal), facts, index)
      : await source.open(part, signal);
  }

  function openAhead(): void {
    for (let next = pieces.next(); !next.done; next = pieces.next()) {
      coming.push(next.value);
      if (next.value.kind !== 'member') continue;
      const { index, range: part } = next.value;
      const opening = openMember(index, part);
      // A failure surfaces when this member is read; until then the rejection has no listener.
      opening.catch(() => {});
      ahead = { index, opening };
      return;
    }
  }

  async function takeMember(index: number, part: ByteRange): Promise<ByteReader> {
    const taken = ahead?.index === index ? ahead.opening : openMember(index, part);
    ahead = undefined;
    const open = await taken;
    openAhead();
    return open;
  }

  /** Closes the member in the background, because the next member is already open. */
  function closeMember(): void {
    const open = member;
    member = undefined;
    if (open) closing = Promise.all([closing, open[Symbol.asyncDispose]()]).then(() => {});
    closing.catch(() => {});
  }

  async function closeAll(): Promise<void> {
    closeMember();
    const opened = await ahead?.opening.catch(() => undefined);
    ahead = undefined;
    await opened?.[Symbol.asyncDispose]();
    await closing;
  }

  async function readMember(index: number, part: ByteRange, into: Uint8Array): Promise<number> {
    member ??= await takeMember(index, part);
    const left = part.end - part.start + 1 - done;
    const bytes = await member.read(left < into.length ? into.subarray(0, left) : into);
    if (bytes > 0) return bytes;
    const { name = '' } = layout.members[index] ?? {};
    throw new DamagedFile(index, `${name} is damaged: it ends ${left} bytes too early`);
  }

  async function readPiece(from: ZipPiece, into: Uint8Array): Promise<number> {
    if (from.kind === 'member') return await readMember(from.index, from.range, into);
    const bytes = from.bytes.subarray(done, done + into.length);
    into.set(bytes);
    return bytes.length;
  }

  return {
    /** Fills `into` completely, except at the end, so that small members do not result in small chunks. */
    read: async (into) => {
      let filled = 0;
      while (piece !== undefined && filled < into.length) {
        signal.throwIfAborted();
        const bytes = await readPiece(piece, into.subarray(filled));
        filled += bytes;
        done += bytes;
        if (done < lengthOf(piece)) continue;
        if (piece.kind === 'member') closeMember();
        piece = nextPiece();
        done = 0;
      }
      return filled;
    },
    [Symbol.asyncDispose]: closeAll,
  };
}

function lengthOf(piece: ZipPiece): number {
  return piece.kind === 'format' ? piece.bytes.length : piece.range.end - piece.range.start + 1;
}
