import { posix } from 'node:path';
import { CannotMake } from '../../../derived/cannot-make.ts';
import { readBounded } from '../../../inspect/bytes.ts';
import type { Neighbour } from '../../renderer.ts';

/** The files that a model refers to, as far as they were imported beside it. */
export interface Parts {
  has(uri: string): boolean;
  /** Returns the bytes; rejects with CannotMake if all parts together are too large. */
  read(uri: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Resolves the relative URIs of a model's parts. Never opens any file except the given ones. */
export function openParts(beside: readonly Neighbour[], maxBytes: number): Parts {
  const paths = new Map(beside.map(({ name, path }) => [name.normalize(), path]));
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  let left = maxBytes;
  const pathOf = (uri: string) => paths.get(nameIn(uri)) ?? paths.get(posix.normalize(uri).normalize());
  return {
    has: (uri) => pathOf(uri) !== undefined,
    async read(uri) {
      const path = pathOf(uri);
      if (path === undefined) throw new CannotMake('unsupported', 'a part lies in another file');
      const known = read.get(path);
      if (known) return known;
      // Copies the bytes, because the library reads the whole buffer that a subarray shares.
      const bytes = new Uint8Array(await readBounded(path, left));
      left -= bytes.length;
      read.set(path, bytes);
      return bytes;
    },
  };
}

/** Returns the path of a URI, percent-decoded. */
function nameIn(uri: string): string {
  try {
    return posix.normalize(decodeURIComponent(uri)).normalize();
  } catch {
    return '';
  }
}
