import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/kept/', import.meta.url));
const DAY_MS = 86_400_000;

/** The folder that was kept under this name, by this or another process; its name must tell all that its content depends on. */
export function kept(name: string): string | undefined {
  const path = pathOf(name);
  if (!existsSync(path)) return undefined;
  // What is in use is never old, so that nobody forgets it meanwhile.
  const now = new Date();
  utimesSync(path, now, now);
  return path;
}

/** An empty folder, to be filled and given to `keep`. */
export function folderToKeep(): string {
  mkdirSync(CACHE, { recursive: true });
  for (const each of globSync('*', { cwd: CACHE })) {
    const path = join(CACHE, each);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(CACHE, 'new-'));
}

/** Keeps a filled folder until nobody wants it for a day, or what another process has kept under this name meanwhile, and tells where it is. */
export function keep(name: string, folder: string): string {
  const path = pathOf(name);
  try {
    renameSync(folder, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(folder, { recursive: true });
  }
  return path;
}

function pathOf(name: string): string {
  return join(CACHE, createHash('sha256').update(name).digest('hex'));
}
