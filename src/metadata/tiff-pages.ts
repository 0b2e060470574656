import type { FileHandle } from 'node:fs/promises';

const MAX_DIRECTORIES = 10_000;
const SUBFILE_TYPE = 254;

/**
 * Pictures of a TIFF that stand for themselves: directories of the main chain which are no reduced copies or masks.
 * A damaged chain counts as far as it can be followed; at least 1.
 */
export async function tiffPages(file: FileHandle): Promise<number> {
  const read = reader(file);
  const header = await read(0, 16);
  if (header === undefined) return 1;
  const little = header.getUint16(0) === 0x4949;
  const big = header.getUint16(2, little) === 43;
  const layout = { count: big ? 8 : 2, entry: big ? 20 : 12, offset: big ? 8 : 4, value: big ? 12 : 8 };
  const number = (view: DataView, at: number, size: number) =>
    size === 2
      ? view.getUint16(at, little)
      : size === 4
        ? view.getUint32(at, little)
        : Number(view.getBigUint64(at, little));

  const seen = new Set<number>();
  let pages = 0;
  let at = number(header, big ? 8 : 4, layout.offset);
  while (at !== 0 && !seen.has(at) && seen.size < MAX_DIRECTORIES) {
    seen.add(at);
    const count = await read(at, layout.count);
    const entries = count === undefined ? 0 : number(count, 0, layout.count);
    if (entries === 0 || entries > 65_535) break;
    const directory = await read(at + layout.count, entries * layout.entry + layout.offset);
    if (directory === undefined) break;
    let subfileType = 0;
    for (let entry = 0; entry < entries; entry += 1) {
      const tag = directory.getUint16(entry * layout.entry, little);
      if (tag === SUBFILE_TYPE) subfileType = directory.getUint32(entry * layout.entry + layout.value, little);
    }
    if ((subfileType & 0b101) === 0) pages += 1;
    at = number(directory, entries * layout.entry, layout.offset);
  }
  return Math.max(1, pages);
}

function reader(file: FileHandle): (at: number, length: number) => Promise<DataView | undefined> {
  return async (at, length) => {
    if (!Number.isSafeInteger(at)) return undefined;
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, at);
    return bytesRead === length ? new DataView(bytes.buffer, bytes.byteOffset, length) : undefined;
  };
}
