/**
 * Files made from originals. Unlike renditions (`renditions/store.ts`) they may be as large as films, so other programs write them and
 * they are sent from the disk, without being looked through: they have to be durable before they get their names.
 */
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ByteRange, ByteReader } from '../../originals/binary-store.ts';
import { readerOf } from '../../originals/file-reader.ts';
import { isAbsence } from '../../platform/system-errors.ts';
import { openKeptFolder } from './kept-folder.ts';

/** 32 digits of the key, 8 of the CRC-32 where it is known, and the extension. */
const STORED = /^([0-9a-f]{32})(?:-([0-9a-f]{8}))?\.([0-9a-z]{1,8})$/;

/** A file that is there to be read. */
export interface MadeFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Unsigned; absent where whoever made the file did not tell. */
  readonly crc32?: number;
}

/** In a folder that may be deleted at any time. Loses the least recently used when it is full. */
export interface MadeFiles extends AsyncDisposable {
  /** Undefined when it isn't there. `name` is 32 hexadecimal digits and an extension. */
  find(name: string): Promise<MadeFile | undefined>;
  /**
   * Has `write` fill a temporary file, which then stands under its name whole and durable or not at all. What `write` resolves with
   * is the CRC-32 to keep with it. The temporary file is alone in its folder and has the extension of its name; whatever is put
   * beside it is removed.
   */
  make(name: string, write: (temporary: string) => Promise<number> | Promise<void>): Promise<MadeFile>;
  /** Resolves when files of earlier runs are counted and all that is too much by now is gone. */
  settled(): Promise<void>;
}

export function openMadeFiles(options: {
  readonly directory: string;
  /** Most disk space, in blocks of 4 KiB. */
  readonly megabytes: number;
  readonly report: (trouble: Error) => void;
}): MadeFiles {
  const { directory, megabytes, report } = options;
  const folder = openKeptFolder({
    directory,
    megabytes,
    keyOf: (stored) => readStoredName(stored)?.name,
    // Somebody is waiting for it.
    sparesNewest: true,
    report: failed,
  });

  function failed(what: string, cause: unknown): void {
    report(new Error(`the store of made files fails to ${what}`, { cause }));
  }

  return {
    async find(name) {
      // Files of earlier runs may not be counted yet.
      const isOfName = (stored: string) => readStoredName(stored)?.name === name;
      const stored = folder.fileOf(name) ?? (await folder.beside(name)).find(isOfName);
      if (stored === undefined) return undefined;
      const path = folder.pathOf(name, stored);
      const facts = await stat(path).catch(() => undefined);
      if (!facts?.isFile()) {
        folder.gone(name);
        return undefined;
      }
      folder.used(name, stored, facts.size);
      return madeFile(path, facts.size, readStoredName(stored)?.crc32);
    },
    async make(name, write) {
      const around = await folder.temporary(name);
      const temporary = join(around, `made${extname(name)}`);
      try {
        await mkdir(around);
        const told = await write(temporary);
        const crc32 = typeof told === 'number' ? told : undefined;
        const size = await synced(temporary);
        const file = storedName(name, crc32);
        await folder.place(temporary, { key: name, file, bytes: size });
        return madeFile(folder.pathOf(name, file), size, crc32);
      } finally {
        // What went wrong before tells more than this, which often follows from it.
        await rm(around, { recursive: true, force: true }).catch((error: unknown) => failed('remove', error));
      }
    },
    settled: folder.settled,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function madeFile(path: string, size: number, crc32: number | undefined): MadeFile {
  return { path, size, ...(crc32 === undefined ? {} : { crc32 }) };
}

/** The bytes of a made file, or a part of them; undefined when it has been dropped since. The caller disposes of the reader. */
export async function readMade(
  { path, size }: MadeFile,
  { range, signal }: { readonly range?: ByteRange; readonly signal: AbortSignal },
): Promise<ByteReader | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
  return file && readerOf(file, range ?? { start: 0, end: size - 1 }, signal);
}

function storedName(name: string, crc32: number | undefined): string {
  if (crc32 === undefined) return name;
  return `${basename(name, extname(name))}-${crc32.toString(16).padStart(8, '0')}${extname(name)}`;
}

/** Undefined for what is no made file. */
function readStoredName(entry: string): { readonly name: string; readonly crc32?: number } | undefined {
  const [, key, crc32, extension] = STORED.exec(entry) ?? [];
  if (key === undefined) return undefined;
  return { name: `${key}.${extension}`, ...(crc32 === undefined ? {} : { crc32: Number.parseInt(crc32, 16) }) };
}

/** Size of the file, once it is on the disk. */
async function synced(path: string): Promise<number> {
  await using file = await open(path, 'r+');
  await file.sync();
  return (await file.stat()).size;
}
