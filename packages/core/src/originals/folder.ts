import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { StoredFile } from '../domain/model.ts';
import { codeOf, isAbsence, isFullDisk } from '../platform/system-errors.ts';
import { copyAndHash } from './copy-and-hash.ts';
import { readerOf } from './file-reader.ts';
import { type Originals, OriginalsUnreachable, type PutOptions } from './originals.ts';

const KEY = /^[0-9a-f]{64}$/;
const FOLDER = /^[0-9a-f]{2}$/;
const INCOMING = 'incoming';

/** Path of an original relative to the store's folder, with `/` as separator. */
export function pathInFolder(key: string): string {
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/**
 * Opens a store in a local folder, with paths like `ab/cd/abcd…`. Treats any key that is not a SHA-256 in lower-case
 * hexadecimal as missing and follows no symbolic link inside the folder, so that no key can reach outside it. Files are
 * read-only and durable once stored.
 */
export function openOriginalsFolder({ directory }: { readonly directory: string }): Originals {
  const incoming = join(directory, INCOMING);
  const folderOf = (key: string) => join(directory, key.slice(0, 2), key.slice(2, 4));
  const pathOf = (key: string) => (KEY.test(key) ? join(folderOf(key), key) : undefined);
  const folders = openFolders(directory);

  /** Opens a file for reading; undefined if there is no such file. */
  async function openKey(key: string): Promise<{ readonly file: FileHandle; readonly size: number } | undefined> {
    const path = pathOf(key);
    if (path === undefined) return undefined;
    try {
      if (!(await folders.isInside(folderOf(key)))) return undefined;
      // O_NONBLOCK, because the path may be a pipe, and opening a pipe would wait for a writer.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const stats = await file.stat();
      if (stats.isFile()) return { file, size: stats.size };
      await file.close();
      return undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new OriginalsUnreachable(`original ${key} can't be read`, { cause: error });
    }
  }

  async function sizeOf(key: string): Promise<number | undefined> {
    const opened = await openKey(key);
    await opened?.file.close();
    return opened?.size;
  }

  async function put(
    path: string | Buffer,
    { signal, beforeNew, within }: PutOptions,
  ): Promise<StoredFile & { isNew: boolean }> {
    await mkdir(incoming, { recursive: true });
    const temporary = join(incoming, randomUUID());
    try {
      const stored = await copyAndHash(path, temporary, { mode: 0o444, signal, within });
      if ((await sizeOf(stored.sha256)) === stored.size) return { ...stored, isNew: false };
      await beforeNew?.(stored.sha256);
      await folders.make(folderOf(stored.sha256));
      await rename(temporary, join(folderOf(stored.sha256), stored.sha256));
      await syncFolder(folderOf(stored.sha256));
      return { ...stored, isNew: true };
    } catch (error) {
      throw isFullDisk(error)
        ? new Error(`there is no space left for originals in ${directory}`, { cause: error })
        : error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    put,
    size: (key) => sizeOf(key),
    openReader: async (key, { range, signal }) => {
      const opened = await openKey(key);
      return opened && readerOf(opened.file, range ?? { start: 0, end: opened.size - 1 }, signal);
    },
    copyTo: async (key, to) => {
      const path = (await sizeOf(key)) === undefined ? undefined : pathOf(key);
      if (path === undefined) return false;
      await copyFile(path, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      return true;
    },
    leaseLocalFile: async (key) => {
      const path = (await sizeOf(key)) === undefined ? undefined : pathOf(key);
      // The files never change, so there is nothing to hold.
      return path === undefined ? undefined : { path, [Symbol.asyncDispose]: async () => {} };
    },
    proxyUrl: (key, location) => `${location.replace(/\/+$/, '')}/${pathInFolder(key)}`,
    presignedUrl: async () => undefined,
    remove: async (key) => {
      const path = pathOf(key);
      if (path !== undefined && (await folders.isInside(folderOf(key)))) await rm(path, { force: true });
    },
    removeUnfinished: () => rm(incoming, { recursive: true, force: true }),
    keys: () => allKeys(directory),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Manages the folders between the root and the files. */
function openFolders(root: string) {
  const making = new Map<string, Promise<void>>();

  /** Returns false if the folder is missing or a symbolic link on its path leads elsewhere. */
  async function isInside(folder: string): Promise<boolean> {
    try {
      const [realRoot, real] = await Promise.all([realpath(root), realpath(folder)]);
      return real === join(realRoot, relative(root, folder));
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function make(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    if (!(await isInside(folder))) throw new Error(`${folder} leads out of ${root}`);
    if (first === undefined) return;
    // A new folder is durable only after its parent folder is synced.
    const top = dirname(resolve(first));
    let at = resolve(folder);
    do {
      at = dirname(at);
      await syncFolder(at);
    } while (at.length > top.length);
  }

  return {
    isInside,
    /**
     * Creates the folder; it is durable when this resolves. Concurrent calls for one folder share the work
     * (single-flight).
     */
    make(folder: string): Promise<void> {
      const made = making.get(folder) ?? make(folder).finally(() => making.delete(folder));
      making.set(folder, made);
      return made;
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

/**
 * Yields only files at the path of their own key. Nothing else in the folder counts as an original, not even a
 * temporary file.
 */
async function* allKeys(root: string): AsyncGenerator<string> {
  for (const first of await entriesOf(root)) {
    if (!isFolder(first)) continue;
    for (const second of await entriesOf(join(root, first.name))) {
      if (!isFolder(second)) continue;
      for (const file of await entriesOf(join(root, first.name, second.name))) {
        if (file.isFile() && KEY.test(file.name) && file.name.startsWith(first.name + second.name)) yield file.name;
      }
    }
  }
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() && FOLDER.test(entry.name);
}

/** Returns an empty list if the folder does not exist or has just been removed. */
async function entriesOf(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return isAbsence(error) || codeOf(error) === 'ELOOP';
}
