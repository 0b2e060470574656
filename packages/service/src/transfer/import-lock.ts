/**
 * Ensures that only one import at a time works on a data folder. Originals that a running import has just stored look
 * unused until it commits, and another import that fails must not remove them.
 *
 * The lock is an SQLite lock on an empty file, because the operating system releases it however the process ends. A
 * process ID in a file can't guarantee that in containers, which reuse the same IDs.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '../platform/folders.ts';

const RETRY_MS = 200;
const SQLITE_BUSY = 5;

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
  const path = join(directory, 'import.lock');
  using stack = new DisposableStack();
  try {
    const file = stack.adopt(new DatabaseSync(path, { timeout: 0 }), (open) => open.close());
    file.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return undefined;
    throw new Error(`${path} can't be locked`, { cause });
  }
  return stack.move();
}
