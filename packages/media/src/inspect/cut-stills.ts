/** Finds out whether still pictures are cut whose decoder fills what is missing without a word. */
import type { FileHandle } from 'node:fs/promises';

export interface OpenFile {
  readonly file: FileHandle;
  readonly head: Buffer;
  readonly size: number;
}

/** Reads so many bytes, fewer at the end of the file. */
type Read = (at: number, length: number) => Promise<Buffer>;

const SUN_HEADER_BYTES = 32;
const OLD_SUN = 0;

/** Returns true if a Sun raster file ends before its rows, whose length it states. Old ones state none. */
export function isCutSun(head: Buffer, size: number): boolean {
  if (head.length < SUN_HEADER_BYTES) return true;
  const [width = 0, height = 0, depth = 0, length = 0, type, , mapLength = 0] = [4, 8, 12, 16, 20, 24, 28].map((at) =>
    head.readUInt32BE(at),
  );
  const rows = length === 0 || type === OLD_SUN ? Math.ceil((width * depth) / 16) * 2 * height : length;
  return SUN_HEADER_BYTES + mapLength + rows > size;
}

/** Flags of an EXR file: it consists of tiles, or of several parts. Deep pictures are not drawn. */
const TILED = 0x200;
const IN_PARTS = 0x1000;
const MAX_BLOCKS = 1_000_000;

/** Returns true if an EXR picture of one part ends before one of its blocks, which a table in front of them lists. */
export async function isCutExr({ file, head, size }: OpenFile): Promise<boolean> {
  const read: Read = async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const flags = head.length < 8 ? 0 : head.readUInt32LE(4);
  const tableAt = endOfExrHeader(head);
  if (tableAt === undefined || (flags & IN_PARTS) !== 0) return false;
  const first = await read(tableAt, 8);
  if (first.length < 8) return true;
  // The first block begins where the table ends, unless the blocks are in another order.
  const count = (Number(first.readBigUInt64LE(0)) - tableAt) / 8;
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_BLOCKS) return false;
  const table = await read(tableAt, count * 8);
  if (table.length < count * 8) return true;
  let last = 0;
  for (let at = 0; at < table.length; at += 8) last = Math.max(last, Number(table.readBigUInt64LE(at)));
  const lengthAt = last + ((flags & TILED) !== 0 ? 16 : 4);
  const length = await read(lengthAt, 4);
  return length.length < 4 || lengthAt + 4 + length.readUInt32LE(0) > size;
}

/** Skips the attributes of the header, each with a name, a type and a length; an empty name ends them. */
function endOfExrHeader(head: Buffer): number | undefined {
  let at = 8;
  while (at < head.length && head[at] !== 0) {
    const type = head.indexOf(0, at) + 1;
    const length = head.indexOf(0, type) + 1;
    if (type === 0 || length === 0 || length + 4 > head.length) return undefined;
    at = length + 4 + head.readUInt32LE(length);
  }
  return at < head.length ? at + 1 : undefined;
}
