import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/kept/', import.meta.url));
const DAY_MS = 86_400_000;

/** The folder that was kept under this name, by this or another process; its name must tell all that its content depends on. */
export function kept(name: string): string | undefined {
  const path = pathOf(name);
  return existsSync(path) ? path : undefined;
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

/** Keeps a filled folder for a day, or what another process has kept under this name meanwhile, and tells where it is. */
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
