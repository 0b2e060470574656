import { fstatSync, futimesSync, readSync, type Stats } from 'node:fs';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { pathIn, TOUCH_MILLISECONDS } from '../../../core/src/platform/file-cache/cache-folder.ts';
import { type KeyedSource, renditionKey } from './key.ts';
import { OpenFiles } from './open-files.ts';
import type { Plan, Rendered } from './renderer.ts';
import { nameOf } from './store.ts';
import { HEADER_BYTES, readSize, unpackRendition } from './stored-file.ts';

/** Larger files are left to the thread that draws: reading one here would hold up all other requests of this thread. */
const MAX_BYTES = 2 ** 20;

/** The store of renditions, for threads that read it but draw nothing. */
export class StoredPictures implements Disposable {
  readonly #files = new OpenFiles();
  readonly #directory: string;
  readonly #version: string;

  /** `version` is that of the renderer. */
  constructor({ directory, version }: { readonly directory: string; readonly version: string }) {
    this.#directory = directory;
    this.#version = version;
  }

  /** Returns the file of a picture, whether it exists or not. */
  fileOf(source: KeyedSource, plan: Plan): PictureFile {
    const key = renditionKey(source, plan, this.#version);
    return new PictureFile(this.#files, { key, path: pathIn(this.#directory, key, nameOf(key)) });
  }

  [Symbol.dispose](): void {
    this.#files[Symbol.dispose]();
  }
}

/** The file that a picture has once it is drawn and stored. */
export class PictureFile {
  readonly key: string;
  readonly #path: string;
  readonly #files: OpenFiles;
  /** Inode, size and time of the file when its checksum was last right: it is computed again only once one of them differs. */
  #verified = '';

  constructor(files: OpenFiles, { key, path }: { readonly key: string; readonly path: string }) {
    this.key = key;
    this.#path = path;
    this.#files = files;
  }

  /** True if `read` takes a picture of this many bytes, which it leaves to the thread that draws otherwise. */
  takes(bytes: number): boolean {
    return HEADER_BYTES + bytes <= MAX_BYTES;
  }

  /**
   * Reads the picture, into `room` if it is large enough, and leaves as many bytes before it free. Undefined if the file is
   * missing, damaged or too large, or can't be read. Synchronous, like the reads of the catalogue: to wait for another thread
   * takes longer than to copy what the system has in memory.
   */
  read(room?: Buffer, before = 0): Rendered | undefined {
    return this.#opened((file, { ino, size, mtimeMs }) => {
      if (size > MAX_BYTES) return undefined;
      const whole = room && before + size <= room.length ? room : Buffer.allocUnsafeSlow(before + size);
      const bytes = whole.subarray(before, before + size);
      if (readSync(file, bytes, 0, size, 0) < size) return undefined;
      const state = `${ino} ${size} ${mtimeMs}`;
      const rendered = unpackRendition(bytes, state === this.#verified);
      if (rendered) this.#verified = state;
      return rendered;
    });
  }

  /** Reads the size of a picture of any length, without its bytes. Undefined as of `read`. */
  size(): Size | undefined {
    return this.#opened((file) => {
      const header = Buffer.alloc(HEADER_BYTES);
      return readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES ? undefined : readSize(header);
    });
  }

  #opened<T>(use: (file: number, stats: Stats) => T | undefined): T | undefined {
    try {
      let file = this.#files.open(this.#path);
      let stats = fstatSync(file);
      if (stats.nlink === 0) {
        // Deleted or replaced since it was opened.
        this.#files.close(this.#path);
        file = this.#files.open(this.#path);
        stats = fstatSync(file);
      }
      const found = use(file, stats);
      if (Date.now() - stats.mtimeMs > TOUCH_MILLISECONDS) touch(file);
      return found;
    } catch {
      // A network file system may have lost what is open.
      this.#files.close(this.#path);
      return undefined;
    }
  }
}

/** Notes that a file was used. Ignores failures, so that a read-only folder still serves files. */
function touch(file: number): void {
  const seconds = Date.now() / 1000;
  try {
    futimesSync(file, seconds, seconds);
  } catch {}
}
