import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const BLOCK_BYTES = 4096;
/** Larger reads copy faster, up to about this size. */
const CHUNK_BYTES = 512 * 1024;
/** Older than any conversion may take. */
const STALE_MILLISECONDS = 172_800_000;
const SHARD = /^[0-9a-f]{2}$/;
const NAME = /^[0-9a-f]{32}\.(?:mp4|webm|jpg|png|json)$/;

/** A file that is there to be read. */
export interface MadeFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Files made from originals, in a folder that may be deleted at any time. Loses the least recently used when it is full. */
export interface MadeFiles {
  /** Undefined when it isn't there. `name` is 32 hexadecimal digits and one of the extensions. */
  find(name: string): Promise<MadeFile | undefined>;
  /** Has `write` fill a temporary file, which then stands under its name whole and durable or not at all. */
  make(name: string, write: (temporary: string) => Promise<void>): Promise<MadeFile>;
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
  /** Bytes by name, the least recently used first. */
  const known = new Map<string, number>();
  let total = 0;
  const pathOf = (name: string) => join(directory, name.slice(0, 2), name);

  function forget(name: string): void {
    total -= known.get(name) ?? 0;
    known.delete(name);
  }

  function note(name: string, size: number): void {
    forget(name);
    const bytes = Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    known.set(name, bytes);
    total += bytes;
  }

  async function dropOldest(): Promise<void> {
    for (const name of known.keys()) {
      // The newest stays, however large: somebody is waiting for it.
      if (total <= maxBytes || known.size === 1) return;
      forget(name);
      await rm(pathOf(name), { force: true });
    }
  }

  async function countEarlier(): Promise<void> {
    const found: { name: string; size: number; used: number }[] = [];
    for (const shard of (await namesIn(directory)).filter((name) => SHARD.test(name))) {
      for (const name of await namesIn(join(directory, shard))) {
        const path = join(directory, shard, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts === undefined) continue;
        if (NAME.test(name)) found.push({ name, size: facts.size, used: facts.mtimeMs });
        else if (name.endsWith('.tmp') && Date.now() - facts.mtimeMs > STALE_MILLISECONDS)
          await rm(path, { force: true });
      }
    }
    const ofThisRun = [...known];
    for (const { name, size } of found.sort((one, other) => one.used - other.used)) note(name, size);
    for (const [name, size] of ofThisRun) note(name, size);
  }

  const upkeepFailed = (cause: unknown) => report(new Error('the store of converted films fails', { cause }));
  let upkeep = countEarlier().then(dropOldest).catch(upkeepFailed);

  return {
    async find(name) {
      const path = pathOf(name);
      const facts = await stat(path).catch(() => undefined);
      if (!facts?.isFile()) {
        forget(name);
        return undefined;
      }
      note(name, facts.size);
      const now = new Date();
      // The file's time tells the next start when it was used last; a folder that can be read only still serves.
      if (now.getTime() - facts.mtimeMs > 60_000) utimes(path, now, now).catch(() => {});
      return { path, size: facts.size };
    },
    async make(name, write) {
      const path = pathOf(name);
      const temporary = `${path}.${randomUUID()}.tmp`;
      await mkdir(join(directory, name.slice(0, 2)), { recursive: true });
      try {
        await write(temporary);
        const size = await synced(temporary);
        await rename(temporary, path);
        note(name, size);
        upkeep = upkeep.then(dropOldest).catch(upkeepFailed);
        return { path, size };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    settled: () => upkeep,
  };
}

/** The bytes of a made file, or a part of them; undefined when it has been dropped since. */
export async function openMade(
  path: string,
  { range, signal }: { range?: { start: number; end: number }; signal: AbortSignal },
): Promise<Readable | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return file?.createReadStream({ highWaterMark: CHUNK_BYTES, signal, ...(range ? range : {}) });
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
