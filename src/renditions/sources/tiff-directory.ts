import { type FileHandle, open } from 'node:fs/promises';

const PHOTOMETRIC = 262;
/** Directories before the page asked for; a chain that loops ends here. */
const MAX_DIRECTORIES = 10_000;
const MAX_ENTRIES = 4096;
const ENTRY_BYTES = 12;

/** What the numbers of a page mean, and where the file says so. */
export interface Photometric {
  readonly value: number;
  /** Position of the value in the file, two bytes. */
  readonly offset: number;
  readonly isLittle: boolean;
}

/** The photometric interpretation of a page (zero-based) of a TIFF; undefined in a BigTIFF, and where it isn't to be found. */
export async function photometricOf(path: string, page: number): Promise<Photometric | undefined> {
  await using file = await open(path);
  const head = await read(file, 0, 8);
  const isLittle = head.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittle && head.toString('latin1', 0, 4) !== 'MM\0*') return undefined;
  const short = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));

  let directory = long(head, 4);
  for (let number = 0; directory !== 0 && number < MAX_DIRECTORIES; number++) {
    const count = short(await read(file, directory, 2), 0);
    if (count > MAX_ENTRIES) return undefined;
    const entries = await read(file, directory + 2, count * ENTRY_BYTES + 4);
    for (let at = 0; number === page && at < count * ENTRY_BYTES; at += ENTRY_BYTES) {
      if (short(entries, at) !== PHOTOMETRIC) continue;
      return { value: short(entries, at + 8), offset: directory + 2 + at + 8, isLittle };
    }
    if (number === page) return undefined;
    directory = long(entries, count * ENTRY_BYTES);
  }
  return undefined;
}

/** As many bytes as asked for; zeros past the end of the file. */
async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, position);
  return bytes;
}
