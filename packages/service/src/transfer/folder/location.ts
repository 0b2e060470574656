import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

/** Absolute path on disk: as bytes where a name on the way is not UTF-8, which no text could stand for. */
export type Location = string | Buffer;

/** True for the folder itself too. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The folders that lie below `root`, by their real paths. */
export async function realFoldersBelow(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => resolve(folder))));
  return real.filter((folder) => folder !== root && isWithin(folder, root));
}

/** Where an entry of a folder is. */
export function below(folder: Location, name: Buffer): Location {
  if (typeof folder === 'string' && isUtf8(name)) return join(folder, name.toString());
  return Buffer.concat([Buffer.from(folder), Buffer.from(sep), name]);
}

/** A name as text; bytes beyond ASCII of one that is not UTF-8 read `%FC`. */
export function readName(name: Buffer): string {
  if (isUtf8(name)) return name.toString();
  return name.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
