/** The bytes of a ZIP file, from any place to any other, read from its members as they are needed. */
import type { ByteRange, ByteReader } from '../originals/binary-store.ts';
import { checkedReader, DamagedFile, isWhole } from './checked-reader.ts';
import { type ZipLayout, type ZipPiece, zipPieces } from './zip-layout.ts';

/** Where a member's bytes come from. */
export interface MemberSource {
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader>;
}

/**
 * Reads a part of the file, or all of it. Two members are open at a time, the second one so that nobody waits for it. The bytes of a member that is read whole are checked
 * against its CRC-32 before the last of them are given; another one rejects with DamagedFile.
 */
export function openZip(
  layout: ZipLayout,
  sources: readonly MemberSource[],
  range: ByteRange,
  signal: AbortSignal,
): ByteReader {
  const pieces = zipPieces(layout, range);
  /** Pieces that were looked at already, up to the member that is opened ahead. */
  const coming: ZipPiece[] = [];
  let piece = nextPiece();
  /** Bytes of the piece that were given. */
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
      // Its failure is heard when its turn comes.
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

  /** In the background: the next member is there already. */
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
    /** Fills all of `into` but at the end, so that small members don't become small parts. */
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
