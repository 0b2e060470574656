import { setTimeout } from 'node:timers/promises';
import type { ImportLock, Imports } from '../catalogue/imports.ts';

const RETRY_MS = 200;

/** Acquires the lock. Calls `onWait` once if an import is running. Rejects with the reason of `signal`. */
export async function lockImports(
  imports: Pick<Imports, 'tryLock'>,
  signal: AbortSignal,
  onWait?: () => void,
): Promise<ImportLock> {
  let lock = await imports.tryLock();
  if (!lock) onWait?.();
  while (!lock) {
    await setTimeout(RETRY_MS, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    lock = await imports.tryLock();
  }
  return lock;
}
