/** Stores files that can be made again under the keys of what they are made of. */
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isAbsence, isFullDisk } from '../system-errors.ts';
import { CacheFolder } from './cache-folder.ts';
import type { CacheFolderOptions } from './scan-folder.ts';
import { ReserveUsed, writeWithin } from './write-within.ts';

/** Stored name: 32 or 64 hexadecimal digits of the key, 8 of the CRC-32 if known, and the extension. */
const STORED = /^([0-9a-f]{32}|[0-9a-f]{64})(?:-([0-9a-f]{8}))?\.([0-9a-z]{1,9})$/;

/** A finished file, ready to be read. */
export interface CachedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Unsigned; absent if `write` did not return one. */
  readonly crc32?: number;
}

/**
 * Files in a folder that may be deleted at any time. Evicts the least recently used files when the folder is full, or when
 * the disk has no more than its reserve (`disk-room.ts`); if that is not enough, no further file is made. Each `name` is 32
 * or 64 hexadecimal digits and an extension.
 */
export class FileCache implements AsyncDisposable {
  readonly #folder: CacheFolder;
  readonly #report: CacheFolderOptions['report'];

  /** Opens a cache without waiting; its existing files are counted in the background. */
  constructor(options: Omit<CacheFolderOptions, 'keyOf'>) {
    this.#folder = new CacheFolder({ ...options, keyOf: (stored) => readStoredName(stored)?.name });
    this.#report = options.report;
  }

  async find(name: string): Promise<CachedFile | undefined> {
    // The startup scan may not have reached this file yet, so its folder is searched as well.
    const isOfName = (stored: string) => readStoredName(stored)?.name === name;
    const stored = this.#folder.fileOf(name) ?? (await this.#folder.beside(name)).find(isOfName);
    if (stored === undefined) return undefined;
    const path = this.#folder.pathOf(name, stored);
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile()) {
      this.#folder.gone(name);
      return undefined;
    }
    this.#folder.used(name, stored, stats.size);
    return derivedFile(path, stats.size, readStoredName(stored)?.crc32);
  }

  /**
   * Calls `write` with the path of a temporary file, then makes that file durable and gives it its name; if anything
   * fails, no file appears under the name. A number returned by `write` is stored as the file's CRC-32. The temporary
   * file is alone in its folder and has the extension of `name`; anything else written to that folder is removed. Rejects
   * with ENOSPC if the disk is full; `write` is called again as long as it fills the disk, gets further than before, and as
   * many bytes as it had written could be evicted. For files that are sent from disk without being checked.
   */
  make(name: string, write: (temporary: string) => Promise<number | undefined> | Promise<void>): Promise<CachedFile> {
    return this.#writeWithRoom((reached) => this.#makeOnce(name, write, reached));
  }

  /** Reads a whole file. Undefined if there is none. Rejects if it can't be read. */
  async readWhole(name: string): Promise<Buffer | undefined> {
    try {
      const bytes = await readFile(this.#folder.pathOf(name, name));
      this.#folder.used(name, name, bytes.length);
      return bytes;
    } catch (error) {
      // After any other error the file is still on disk, so it still counts towards the limit.
      if (!isAbsence(error)) throw error;
      this.#folder.gone(name);
      return undefined;
    }
  }

  /**
   * Writes a small file. Returns false if the folder has no room for it. Rejects if it can't be written. The file is not
   * durable: after a power failure it may be damaged, so readers check it.
   */
  async writeWhole(name: string, bytes: Uint8Array): Promise<boolean> {
    if (!this.#folder.hasRoomFor(bytes.length)) return false;
    await this.#writeWithRoom((reached) => {
      reached(bytes.length);
      return this.#writeOnce(name, bytes);
    });
    return true;
  }

  /** Removes a damaged file. */
  async remove(name: string): Promise<void> {
    this.#folder.gone(name);
    await rm(this.#folder.pathOf(name, name), { force: true }).catch(() => {});
  }

  /** Resolves after the startup scan and all evictions scheduled so far. */
  settled(): Promise<void> {
    return this.#folder.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }

  /**
   * Runs `write` until it fits. Each time it fills the disk, as many bytes are evicted as it has `reached`, so a file
   * displaces no more than its own size twice, and nothing once there is less to evict than it already has.
   */
  async #writeWithRoom<Result>(write: (reached: (bytes: number) => void) => Promise<Result>): Promise<Result> {
    if (!(await this.#folder.makeRoom())) throw new ReserveUsed('the disk has no more than its reserve');
    for (let before = -1, now = 0; ; before = now) {
      try {
        return await write((bytes) => {
          now = bytes;
        });
      } catch (error) {
        const canFit = isFullDisk(error) && !(error instanceof ReserveUsed) && now > before;
        if (!canFit || !(await this.#folder.relieve(now))) throw error;
      }
    }
  }

  async #makeOnce(
    name: string,
    write: Parameters<FileCache['make']>[1],
    reached: (bytes: number) => void,
  ): Promise<CachedFile> {
    const around = await this.#folder.temporary(name);
    const temporary = join(around, `made${extname(name)}`);
    try {
      await mkdir(around);
      const crc32 =
        (await writeWithin(
          temporary,
          () => this.#folder.makeRoom(),
          async () => await write(temporary),
        )) ?? undefined;
      const size = await synced(temporary);
      const file = storedName(name, crc32);
      await this.#folder.place(temporary, { key: name, file, bytes: size });
      return derivedFile(this.#folder.pathOf(name, file), size, crc32);
    } catch (error) {
      reached(await bytesIn(around));
      throw error;
    } finally {
      // Reported instead of thrown, so that it does not hide the original error, which often causes this one.
      await rm(around, { recursive: true, force: true }).catch((error: unknown) => this.#report('remove', error));
    }
  }

  async #writeOnce(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = await this.#folder.temporary(name);
    try {
      await writeFile(temporary, bytes, { flag: 'wx' });
      await this.#folder.place(temporary, { key: name, file: name, bytes: bytes.length });
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  }
}

function derivedFile(path: string, size: number, crc32: number | undefined): CachedFile {
  return { path, size, ...(crc32 === undefined ? {} : { crc32 }) };
}

function storedName(name: string, crc32: number | undefined): string {
  if (crc32 === undefined) return name;
  return `${basename(name, extname(name))}-${crc32.toString(16).padStart(8, '0')}${extname(name)}`;
}

/** Undefined if the name is not that of a derived file. */
function readStoredName(entry: string): { readonly name: string; readonly crc32?: number } | undefined {
  const [, key, crc32, extension] = STORED.exec(entry) ?? [];
  if (key === undefined) return undefined;
  return { name: `${key}.${extension}`, ...(crc32 === undefined ? {} : { crc32: Number.parseInt(crc32, 16) }) };
}

/** Returns what the files of a folder hold, in bytes; 0 if it can't be read. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return sizes.reduce((sum, stats) => sum + (stats?.size ?? 0), 0);
}

/** Syncs the file to disk and returns its size in bytes. */
async function synced(path: string): Promise<number> {
  await using file = await open(path, 'r+');
  await file.sync();
  return (await file.stat()).size;
}
