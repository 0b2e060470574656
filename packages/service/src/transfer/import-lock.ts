/**
 * One import at a time works on a data folder: originals that one of them has just stored look unused until it has landed, and
 * another that fails must not clear them away. The lock is that of SQLite on an empty file: the system frees it when its process
 * ends, however it ends, which a process ID in a file can't promise where containers use the same ones again.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '../platform/folders.ts';

const RETRY_MS = 200;
const SQLITE_BUSY = 5;

/** Waits for the import that runs, if one does, and tells `onWait` so once. Rejects with the reason of `signal`. */
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

/** The lock, or undefined while another import has it. */
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
