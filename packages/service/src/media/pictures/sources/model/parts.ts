import { posix } from 'node:path';
import { CannotRender, type Neighbour } from '../../renderer.ts';
import { readBounded } from '../bytes.ts';

/** The files that a model names, as far as they were imported beside it. */
export interface Parts {
  has(uri: string): boolean;
  /** The bytes; rejects with CannotRender where all parts together are too large. */
  read(uri: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** A model names its parts by relative addresses; nothing but the files given is ever opened, whatever it says. */
export function openParts(beside: readonly Neighbour[], maxBytes: number): Parts {
  const paths = new Map(beside.map(({ name, path }) => [name.normalize(), path]));
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  let left = maxBytes;
  const pathOf = (uri: string) => paths.get(nameIn(uri)) ?? paths.get(posix.normalize(uri).normalize());
  return {
    has: (uri) => pathOf(uri) !== undefined,
    async read(uri) {
      const path = pathOf(uri);
      if (path === undefined) throw new CannotRender('unsupported', 'a part lies in another file');
      const known = read.get(path);
      if (known) return known;
      // A copy: the library reads the whole memory that a part of a file shares.
      const bytes = new Uint8Array(await readBounded(path, left));
      left -= bytes.length;
      read.set(path, bytes);
      return bytes;
    },
  };
}

/** The path that an address means, percent signs resolved. */
function nameIn(uri: string): string {
  try {
    return posix.normalize(decodeURIComponent(uri)).normalize();
  } catch {
    return '';
  }
}
