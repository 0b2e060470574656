import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

/** Absolute path on disk. It is a Buffer if a name in it isn't UTF-8, because a string can't represent such a name. */
export type Location = string | Buffer;

/** True if the path is the folder or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the real paths of those folders that lie below `root`. */
export async function realFoldersBelow(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => resolve(folder))));
  return real.filter((folder) => folder !== root && isWithin(folder, root));
}

export function below(folder: Location, name: Buffer): Location {
  if (typeof folder === 'string' && isUtf8(name)) return join(folder, name.toString());
  return Buffer.concat([Buffer.from(folder), Buffer.from(sep), name]);
}

/** Converts a name to text. In a name that isn't UTF-8, bytes beyond ASCII become escapes such as `%FC`, after this mark. */
export function readName(name: Buffer, mark = '%'): string {
  if (isUtf8(name)) return name.toString();
  return name
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `${mark}${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
