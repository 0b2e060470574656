/**
 * Reads tiles while they are cut, so that who looks at the upper part of a large picture need not wait for the lower one: the
 * image library writes the ZIP file from its beginning to its end, each tile in one piece.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { TilePlace } from '../../../core/src/domain/tiles.ts';
import { isAbsence, lacksResources } from '../../../core/src/platform/system-errors.ts';
import { entryOf, MAX_TILE_BYTES, zipOf } from './tile-file.ts';

const LOOK_MILLISECONDS = 20;
const PART_BYTES = 4 * MAX_TILE_BYTES;

// The headers before an entry and after it, which says how long it is (PKWARE: APPNOTE 4.3.7 and 4.3.9).
const HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const HEADER_NAME_AT = 26;
const DESCRIPTOR = Buffer.from('PK\x07\x08', 'latin1');
const DESCRIPTOR_BYTES = 16;
const DESCRIPTOR_SIZE_AT = 8;

/** The tiles that are being cut, by the names of their files. */
export class GrowingTiles {
  readonly #growing = new Map<string, GrowingZip>();

  /** Runs `cut`, which writes tiles to this target as `writeTiles` does; `first` reads them meanwhile. */
  async during<Result>(name: string, target: string, cut: () => Promise<Result>): Promise<Result> {
    this.#growing.set(name, new GrowingZip(zipOf(target)));
    try {
      return await cut();
    } finally {
      this.#growing.delete(name);
    }
  }

  /** Resolves with the bytes of a tile as soon as they are written, or like `whole` if that is earlier. */
  async first<Whole>(name: string, tile: TilePlace, whole: Promise<Whole>): Promise<Whole | Buffer> {
    const ended = new AbortController();
    try {
      return await Promise.race([whole, this.#written(name, entryOf(tile), ended.signal)]);
    } finally {
      ended.abort();
    }
  }

  async #written(name: string, entry: string, signal: AbortSignal): Promise<Buffer> {
    for (;;) {
      const bytes = await this.#growing.get(name)?.read(entry);
      if (bytes) return bytes;
      await setTimeout(LOOK_MILLISECONDS, undefined, { signal });
    }
  }
}

/** A ZIP file of entries without compression that another process is writing. */
export class GrowingZip {
  readonly #path: string;
  readonly #places = new Map<string, { readonly start: number; readonly size: number }>();
  /** Where the first entry begins that was not whole at the last look. */
  #end = 0;
  #looking: Promise<void> | undefined;
  /** For a part of the file: looks follow each other so fast that each may not take its own. */
  readonly #part = Buffer.allocUnsafeSlow(PART_BYTES);

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined if the entry is not written yet, or can't be read now. */
  async read(entry: string): Promise<Buffer | undefined> {
    try {
      await using file = await open(this.#path);
      if (!this.#places.has(entry)) {
        this.#looking ??= this.#look(file).finally(() => {
          this.#looking = undefined;
        });
        await this.#looking;
      }
      const place = this.#places.get(entry);
      if (!place) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(place.size), 0, place.size, place.start);
      // What is missing would be whatever was in this memory before.
      return bytesRead === place.size ? buffer : undefined;
    } catch (error) {
      // The whole file comes in any case, and is asked for with the limits and reports of all others.
      if (isAbsence(error) || lacksResources(error)) return undefined;
      throw error;
    }
  }

  async #look(file: FileHandle): Promise<void> {
    for (let before = -1; before < this.#end; ) {
      before = this.#end;
      const { bytesRead } = await file.read(this.#part, 0, PART_BYTES, before);
      const bytes = this.#part.subarray(0, bytesRead);
      for (let at = 0; ; ) {
        const found = readEntry(bytes, at);
        if (!found) break;
        const { name, start, size, end } = found;
        this.#places.set(name, { start: before + start, size });
        at = end;
        this.#end = before + end;
      }
    }
  }
}

/** Reads the entry at a position; undefined if it isn't whole, or there is none. */
function readEntry(bytes: Buffer, at: number) {
  if (at + HEADER_BYTES > bytes.length || bytes.readUInt32LE(at) !== HEADER) return undefined;
  const [nameAt, nameBytes] = [at + HEADER_BYTES, bytes.readUInt16LE(at + HEADER_NAME_AT)];
  const start = nameAt + nameBytes + bytes.readUInt16LE(at + HEADER_NAME_AT + 2);
  const name = bytes.toString('latin1', nameAt, nameAt + nameBytes);
  for (let found = bytes.indexOf(DESCRIPTOR, start); found >= 0; found = bytes.indexOf(DESCRIPTOR, found + 1)) {
    const end = found + DESCRIPTOR_BYTES;
    if (end > bytes.length) return undefined;
    // The bytes of a picture may look like a descriptor, but not like the one with their own length.
    if (bytes.readUInt32LE(found + DESCRIPTOR_SIZE_AT) === found - start)
      return { name, start, size: found - start, end };
  }
  return undefined;
}
