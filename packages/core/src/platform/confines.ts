import { sep } from 'node:path';

/** Where a file must be after links are resolved. All paths must be real paths, as `realFolder` returns them. */
export interface Confines {
  readonly root: string;
  /** Folders below `root` from which no file may be opened. */
  readonly excluded?: readonly string[];
}

/** Returns true if the path is below the root and in no excluded folder, nor one itself. */
export function isInside(real: Buffer, { root, excluded = [] }: Confines): boolean {
  return isBelow(real, root) && !excluded.some((folder) => real.equals(Buffer.from(folder)) || isBelow(real, folder));
}

/** Compares bytes, because a file name need not be valid UTF-8. */
function isBelow(path: Buffer, folder: string): boolean {
  const start = Buffer.from(folder.endsWith(sep) ? folder : folder + sep);
  return path.length > start.length && path.subarray(0, start.length).equals(start);
}
