import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Rendered } from '../ports/renderer.ts';
import { packRendition, unpackRendition } from './stored-file.ts';

const BLOCK_BYTES = 4096;
const STALE_TEMPORARY_MILLISECONDS = 3_600_000;
/** What is kept in memory while the folder can't be written. */
const UNWRITTEN_BYTES = 64 * 2 ** 20;
const SHARD = /^[0-9a-f]{2}$/;
const NAME = /^([0-9a-f]{32})\.rendition$/;

/** Finished renditions by key, in a folder that may be deleted at any time. Loses the least recently used when it is full. */
export interface RenditionStore extends AsyncDisposable {
  /** Undefined when it isn't there, or is there and damaged. */
  read(key: string): Promise<Rendered | undefined>;
  /**
   * Never rejects: what can't be written is kept in memory for a while, and the trouble reported once until a write succeeds.
   * A closed store writes nothing.
   */
  write(key: string, rendered: Rendered): Promise<void>;
  /** Resolves when the files of earlier runs are counted and all that is too much by now is gone. */
  settled(): Promise<void>;
}

export interface StoreOptions {
  readonly directory: string;
  /** Most disk space, in blocks of 4 KiB. */
  readonly megabytes: number;
  readonly report: (trouble: Error) => void;
}

/** Opens a store at once; what the folder holds already is counted in the background, without reading the files. */
export function openRenditionStore(options: StoreOptions): RenditionStore {
  return new FolderStore(options);
}

interface Entry {
  readonly bytes: number;
  /** The file's time tells the next start when it was used last; once per run is exact enough. */
  isTouched: boolean;
}

class FolderStore implements RenditionStore {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #report: (trouble: Error) => void;
  /** Least recently used first. */
  #entries = new Map<string, Entry>();
  #bytes = 0;
  readonly #unwritten = new Map<string, Rendered>();
  #unwrittenBytes = 0;
  #isFailing = false;
  #isClosed = false;
  /** Counting and removing, one after the other. */
  #upkeep: Promise<void>;
  readonly #writing = new Set<Promise<void>>();

  constructor({ directory, megabytes, report }: StoreOptions) {
    this.#directory = directory;
    this.#maxBytes = megabytes * 2 ** 20;
    this.#report = report;
    this.#upkeep = this.#count().catch((error: unknown) => this.#failed('count', error));
    this.#evict();
  }

  async read(key: string): Promise<Rendered | undefined> {
    const unwritten = this.#unwritten.get(key);
    if (unwritten !== undefined) return unwritten;
    const path = this.#path(key);
    let file: Buffer;
    try {
      file = await readFile(path);
    } catch (error) {
      this.#forget(key);
      if (!isAbsence(error)) this.#failed('read', error);
      return undefined;
    }
    const rendered = unpackRendition(file);
    if (rendered === undefined) {
      this.#forget(key);
      await rm(path, { force: true }).catch(() => {});
      return undefined;
    }
    this.#used(key, file.length, path);
    return rendered;
  }

  async write(key: string, rendered: Rendered): Promise<void> {
    if (this.#isClosed) return;
    const writing = this.#write(key, rendered);
    this.#writing.add(writing);
    await writing;
    this.#writing.delete(writing);
  }

  async #write(key: string, rendered: Rendered): Promise<void> {
    const file = packRendition(rendered);
    if (blocks(file.length) > this.#maxBytes) return;
    const path = this.#path(key);
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, file, { flag: 'wx' });
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      this.#keepUnwritten(key, rendered);
      this.#failed('write', error);
      return;
    }
    if (this.#isFailing) this.#recovered();
    this.#note(key, { bytes: blocks(file.length), isTouched: true });
    this.#evict();
  }

  settled(): Promise<void> {
    return this.#upkeep;
  }

  /** Counting stops half-way: the next start counts again. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#writing);
    await this.#upkeep;
  }

  /** Takes the files of earlier runs into account, as used before everything of this run. */
  async #count(): Promise<void> {
    const found: { key: string; bytes: number; used: number }[] = [];
    for (const shard of await names(this.#directory)) {
      if (this.#isClosed) return;
      if (!SHARD.test(shard)) continue;
      const folder = join(this.#directory, shard);
      await Promise.all(
        (await names(folder)).map(async (name) => {
          const file = await stat(join(folder, name)).catch(() => undefined);
          const key = NAME.exec(name)?.[1];
          if (file === undefined) return;
          if (key !== undefined) found.push({ key, bytes: blocks(file.size), used: file.mtimeMs });
          else if (name.endsWith('.tmp') && Date.now() - file.mtimeMs > STALE_TEMPORARY_MILLISECONDS) {
            await rm(join(folder, name), { force: true });
          }
        }),
      );
    }
    const ofThisRun = this.#entries;
    this.#entries = new Map();
    this.#bytes = 0;
    found.sort((one, other) => one.used - other.used);
    for (const { key, bytes } of found) {
      if (!ofThisRun.has(key)) this.#note(key, { bytes, isTouched: false });
    }
    for (const [key, entry] of ofThisRun) this.#note(key, entry);
  }

  #evict(): void {
    this.#upkeep = this.#upkeep.then(async () => {
      for (const key of this.#entries.keys()) {
        if (this.#bytes <= this.#maxBytes) return;
        this.#forget(key);
        await rm(this.#path(key), { force: true }).catch((error: unknown) => this.#failed('remove', error));
      }
    });
  }

  #used(key: string, length: number, path: string): void {
    const entry = this.#entries.get(key) ?? { bytes: blocks(length), isTouched: false };
    if (!entry.isTouched) {
      entry.isTouched = true;
      const now = new Date();
      utimes(path, now, now).catch(() => {}); // a folder that can be read only still serves
    }
    this.#note(key, entry);
  }

  #note(key: string, entry: Entry): void {
    this.#forget(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #keepUnwritten(key: string, rendered: Rendered): void {
    if (this.#unwritten.has(key)) return;
    this.#unwritten.set(key, rendered);
    this.#unwrittenBytes += rendered.bytes.length;
    for (const [oldest, { bytes }] of this.#unwritten) {
      if (this.#unwrittenBytes <= UNWRITTEN_BYTES) return;
      this.#unwritten.delete(oldest);
      this.#unwrittenBytes -= bytes.length;
    }
  }

  #recovered(): void {
    this.#isFailing = false;
    this.#unwritten.clear();
    this.#unwrittenBytes = 0;
  }

  #failed(what: string, cause: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#report(new Error(`the store of renditions fails to ${what}; pictures are drawn again as needed`, { cause }));
  }

  #path(key: string): string {
    return join(this.#directory, key.slice(0, 2), `${key}.rendition`);
  }
}

async function names(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** What a file takes on disk. */
function blocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}
