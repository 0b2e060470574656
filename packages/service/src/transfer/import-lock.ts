/**
 * Ensures that only one import at a time works on a data folder. Originals that a running import has just stored look
 * unused until it commits, and another import that fails must not remove them.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tryLockFile } from '../platform/file-lock.ts';
import { makeFolder } from '../platform/folders.ts';

const RETRY_MS = 200;

/**
 * Acquires the lock, waiting for a running import if there is one. Calls `onWait` once if it has to wait. Rejects with
 * the reason of `signal`.
 */
export async function lockImports(directory: string, signal: AbortSignal, onWait?: () => void): Promise<Disposable> {
  let lock = tryLockImports(directory);
  if (!lock) onWait?.();
  while (!lock) {
    await setTimeout(RETRY_MS, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    lock = tryLockImports(directory);
  }
  return lock;
}

/** Returns the lock, or undefined while another import holds it. */
export function tryLockImports(directory: string): Disposable | undefined {
  makeFolder(directory);
  return tryLockFile(join(directory, 'import.lock'));
}
