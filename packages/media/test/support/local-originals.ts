import type { LocalOriginals } from '../../src/derived/lease-original.ts';

/** Originals for tests that derive from files in place: `pathOf` says where the file of a key is. */
export function originalsAt(pathOf: (key: string) => string | undefined): LocalOriginals {
  return {
    leaseLocalFile: async (key) => {
      const path = pathOf(key);
      return path === undefined ? undefined : { path, [Symbol.asyncDispose]: async () => {} };
    },
  };
}
