import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathOf = (key: string): string => join(CACHE, createHash('sha256').update(key).digest('hex'));

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/test-folders/', import.meta.url));
const DAY_MS = 86_400_000;

/** Returns the folder that this or another process cached under a key. The key must contain all that the content depends on. */
export function cachedFolder(key: string): string | undefined {
  const path = pathOf(key);
  // A folder in use is never old, so no other process deletes it meanwhile.
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return path;
}

/** Creates an empty folder, to be filled and given to `cacheFolder`. Deletes folders that nobody has used for a day. */
export function newFolder(): string {
  mkdirSync(CACHE, { recursive: true });
  for (const each of globSync('*', { cwd: CACHE })) {
    const path = join(CACHE, each);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(CACHE, 'new-'));
}

/** Caches a filled folder and returns its path, or that of the folder which another process has cached meanwhile. */
export function cacheFolder(key: string, folder: string): string {
  const path = pathOf(key);
  try {
    renameSync(folder, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(folder, { recursive: true });
  }
  return path;
}
