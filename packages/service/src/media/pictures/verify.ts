import { existsSync } from 'node:fs';
import { opendir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackRendition } from './stored-file.ts';

/**
 * Returns the file names of damaged renditions. With `repair`, also deletes them; they are drawn again at the next
 * request.
 */
export async function verifyRenditions(directory: string, repair: boolean): Promise<readonly string[]> {
  if (!existsSync(directory)) return [];
  const damaged: string[] = [];
  for await (const entry of await opendir(directory, { recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.rendition')) continue;
    const path = join(entry.parentPath, entry.name);
    if (unpackRendition(await readFile(path)) !== undefined) continue;
    damaged.push(entry.name);
    if (repair) await rm(path, { force: true });
  }
  return damaged;
}
