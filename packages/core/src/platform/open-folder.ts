import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { type Confines, isInside } from './confines.ts';
import { pathOfOpened, pathThrough } from './opened-path.ts';

/** A folder that was opened. Disposing closes it. */
export interface OpenFolder extends AsyncDisposable {
  /**
   * Path by which to read it. On Linux it leads to the folder that was opened, whatever has taken its name meanwhile;
   * elsewhere it is the path that was given.
   */
  readonly path: string | Buffer;
  readonly stats: BigIntStats;
}

/** True on systems where a folder can be opened and read through its descriptor. */
const HAS_DESCRIPTORS = process.platform === 'linux';

/**
 * Opens a folder at `within.root` or below it. Rejects with an error of the system: ELOOP or ENOTDIR for a link, and
 * EXDEV for a folder that lies elsewhere because one on its path was replaced by a link.
 */
export async function openFolder(path: string | Buffer, within: Confines): Promise<OpenFolder> {
  if (!HAS_DESCRIPTORS)
    return { path, stats: await stat(path, { bigint: true }), [Symbol.asyncDispose]: async () => {} };
  const folder = await openDirectory(path, constants.O_NOFOLLOW);
  try {
    const opened = await pathOfOpened(folder);
    const isWithin = opened === undefined || opened.equals(Buffer.from(within.root)) || isInside(opened, within);
    if (!isWithin) throw Object.assign(new Error(`${path} was moved while it was opened`), { code: 'EXDEV' });
    return {
      path: opened === undefined ? path : pathThrough(folder),
      stats: await folder.stat({ bigint: true }),
      [Symbol.asyncDispose]: () => folder.close(),
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/**
 * Returns the path of a folder without links, in the spelling that `pathOfOpened` gives whatever lies below it; on a file
 * system that ignores case, `realpath` keeps the spelling that it was given.
 */
export async function realFolder(path: string): Promise<string> {
  if (!HAS_DESCRIPTORS) return await realpath(path);
  const folder = await openDirectory(path, 0).catch(() => undefined);
  try {
    return (folder && (await pathOfOpened(folder)))?.toString() ?? (await realpath(path));
  } finally {
    await folder?.close();
  }
}

function openDirectory(path: string | Buffer, flag: number): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_DIRECTORY | flag);
}
