import { constants, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Originals } from '../../originals/originals.ts';

/** Copies an original from the store to a new file. The copy is cheap if the file system can share blocks. */
export async function copyOriginal(originals: Originals, key: string, to: string, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const local = await originals.localPath(key, { signal });
  if (local !== undefined) {
    await copyFile(local, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // Files in the store are read-only, and a copy inherits their mode.
    await chmod(to, 0o640 & ~process.umask());
    return;
  }
  const stream = await originals.open(key, { signal });
  if (stream === undefined) throw new Error(`the original ${key} is missing in the store`);
  await pipeline(stream, createWriteStream(to, { flags: 'wx' }), { signal });
}
