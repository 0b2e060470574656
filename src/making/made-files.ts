import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { readerOf } from '../downloads/file-reader.ts';
import type { ByteRange, ByteReader } from '../ports/binary-store.ts';

const BLOCK_BYTES = 4096;
/** Older than any conversion may take. */
const STALE_MILLISECONDS = 172_800_000;
const SHARD = /^[0-9a-f]{2}$/;
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

/** Files made from originals, in a folder that may be deleted at any time. Loses the least recently used when it is full. */
export interface MadeFiles {
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
  const { directory, report } = options;
  const maxBytes = options.megabytes * 2 ** 20;
  /** By name, the least recently used first. */
  const known = new Map<string, { readonly bytes: number; readonly crc32?: number }>();
  let total = 0;
  const folderOf = (name: string) => join(directory, name.slice(0, 2));
  const pathOf = (name: string, crc32?: number) => join(folderOf(name), storedName(name, crc32));

  function forget(name: string): void {
    total -= known.get(name)?.bytes ?? 0;
    known.delete(name);
  }

  function note(name: string, { size, crc32 }: { readonly size: number; readonly crc32?: number }): void {
    forget(name);
    const bytes = Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    known.set(name, crc32 === undefined ? { bytes } : { bytes, crc32 });
    total += bytes;
  }

  /** As it stands in its folder: files of earlier runs may not be counted yet. */
  async function lookFor(name: string): Promise<{ readonly crc32?: number }> {
    const found = known.get(name);
    if (found) return found;
    const entries = (await namesIn(folderOf(name))).map(readStoredName);
    return entries.find((entry) => entry?.name === name) ?? {};
  }

  async function dropOldest(): Promise<void> {
    for (const name of known.keys()) {
      // The newest stays, however large: somebody is waiting for it.
      if (total <= maxBytes || known.size === 1) return;
      const path = pathOf(name, known.get(name)?.crc32);
      forget(name);
      await rm(path, { force: true });
    }
  }

  async function countEarlier(): Promise<void> {
    const found: { name: string; crc32?: number; size: number; used: number }[] = [];
    for (const shard of (await namesIn(directory)).filter((name) => SHARD.test(name))) {
      for (const entry of await namesIn(join(directory, shard))) {
        const path = join(directory, shard, entry);
        const facts = await stat(path).catch(() => undefined);
        if (facts === undefined) continue;
        const stored = readStoredName(entry);
        if (stored) found.push({ ...stored, size: facts.size, used: facts.mtimeMs });
        else if (entry.endsWith('.tmp') && Date.now() - facts.mtimeMs > STALE_MILLISECONDS)
          await rm(path, { recursive: true, force: true });
      }
    }
    const ofThisRun = [...known];
    for (const each of found.sort((one, other) => one.used - other.used)) note(each.name, each);
    for (const [name, { bytes, ...rest }] of ofThisRun) note(name, { size: bytes, ...rest });
  }

  const upkeepFailed = (cause: unknown) => report(new Error('the store of converted files fails', { cause }));
  let upkeep = countEarlier().then(dropOldest).catch(upkeepFailed);

  return {
    async find(name) {
      const { crc32 } = await lookFor(name);
      const path = pathOf(name, crc32);
      const facts = await stat(path).catch(() => undefined);
      if (!facts?.isFile()) {
        forget(name);
        return undefined;
      }
      const made = { path, size: facts.size, ...(crc32 === undefined ? {} : { crc32 }) };
      note(name, made);
      const now = new Date();
      // The file's time tells the next start when it was used last; a folder that can be read only still serves.
      if (now.getTime() - facts.mtimeMs > 60_000) utimes(path, now, now).catch(() => {});
      return made;
    },
    async make(name, write) {
      const folder = join(folderOf(name), `${randomUUID()}.tmp`);
      const temporary = join(folder, `made${extname(name)}`);
      try {
        await mkdir(folder, { recursive: true });
        const told = await write(temporary);
        const crc32 = typeof told === 'number' ? told : undefined;
        const size = await synced(temporary);
        const path = pathOf(name, crc32);
        await rename(temporary, path);
        const made = { path, size, ...(crc32 === undefined ? {} : { crc32 }) };
        note(name, made);
        upkeep = upkeep.then(dropOldest).catch(upkeepFailed);
        return made;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    settled: () => upkeep,
  };
}

/** The bytes of a made file, or a part of them; undefined when it has been dropped since. The caller disposes of the reader. */
export async function readMade(
  { path, size }: MadeFile,
  { range, signal }: { readonly range?: ByteRange; readonly signal: AbortSignal },
): Promise<ByteReader | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
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

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
