import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { whyNotWritable } from './system-errors.ts';

const SQLITE_BUSY = 5;

/**
 * Locks a file, which is created if necessary, against other processes. Returns undefined while another process holds
 * the lock. Throws if the file can't be written.
 *
 * It is an SQLite lock on an empty file, because the operating system releases it however the process ends. A process
 * ID in a file can't guarantee that in containers, which reuse the same IDs.
 */
export function tryLockFile(path: string): Disposable | undefined {
  using stack = new DisposableStack();
  try {
    const file = stack.adopt(new DatabaseSync(path, { timeout: 0 }), (open) => open.close());
    file.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return undefined;
    const why = whyNotWritable([dirname(path), path]) ?? (cause instanceof Error ? cause.message : cause);
    throw new Error(`${path} can't be locked: ${why}`, { cause });
  }
  return stack.move();
}
