/** How much room the disk of a folder has, by the figures of its file system. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAbsence } from './system-errors.ts';

/** The share of a disk that files which can be made again leave free, so that the catalogue can always be written. */
const RESERVED_SHARE = 0.1;
/** More is never reserved, in bytes. */
const MAX_RESERVED = 512 * 2 ** 20;

export interface DiskRoom {
  /** Bytes that this user may still write. */
  readonly free: number;
  /** Bytes that files which can be made again leave free. */
  readonly reserve: number;
}

/** Looks at the disk of a folder, which need not exist yet. Undefined for a file system without figures. */
export async function readDiskRoom(folder: string): Promise<DiskRoom | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems, such as those of several disks, tell nothing.
    if (blocks === 0) return undefined;
    return { free: bavail * bsize, reserve: Math.min(MAX_RESERVED, Math.floor(blocks * bsize * RESERVED_SHARE)) };
  } catch (error) {
    if (isAbsence(error) && dirname(folder) !== folder) return await readDiskRoom(dirname(folder));
    return undefined;
  }
}

/** Returns the bytes that are free beyond the reserve; negative if it is used. */
export async function spareBytes(folder: string): Promise<number> {
  const room = await readDiskRoom(folder);
  return room ? room.free - room.reserve : Number.POSITIVE_INFINITY;
}
