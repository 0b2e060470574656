import { type FileHandle, readlink } from 'node:fs/promises';
import { codeOf } from './system-errors.ts';

/**
 * Returns the path that an opened file or folder has at this moment, whatever its former path leads to by now; undefined
 * where the system doesn't tell, which only Linux does.
 */
export async function pathOfOpened(file: FileHandle): Promise<Buffer | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return await readlink(pathThrough(file), 'buffer');
  } catch (error) {
    // In a chroot without /proc.
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A path that leads to what was opened, and below it, until it is closed. Only Linux has it. */
export function pathThrough(file: FileHandle): string {
  return `/proc/self/fd/${file.fd}`;
}
