import { statSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tryLockFile } from '../file-lock.ts';

/** Decides which of several processes owns a folder, by a lock on a file beside it. */
export function openOwnership(path: string) {
  let lock = lockOrNone(path);
  /** When another process last added a file, as far as it is counted. */
  let counted = lastChange(path);
  return {
    isOwner: () => lock !== undefined,
    /** Takes the folder over if its owner has ended. Returns false if another process owns it. */
    claim: () => {
      if (lock === undefined) {
        lock = lockOrNone(path);
        counted = undefined;
      }
      return lock !== undefined;
    },
    /** Returns true if other processes have added files since the last call. */
    hasChanged: () => {
      const before = counted;
      counted = lastChange(path);
      return counted !== before;
    },
    /** Tells the owner that this process has added a file. */
    tell: () => utimes(path, new Date(), new Date()).catch(() => {}),
    [Symbol.dispose]: () => lock?.[Symbol.dispose](),
  };
}

/** Undefined while another process holds the lock. A folder that can't be locked belongs to each of its processes. */
function lockOrNone(path: string): Disposable | undefined {
  try {
    return tryLockFile(path);
  } catch {
    return { [Symbol.dispose]: () => {} };
  }
}

function lastChange(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
