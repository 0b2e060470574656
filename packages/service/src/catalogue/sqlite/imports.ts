import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLockFile } from '../../../../core/src/platform/file-lock.ts';
import { makeFolder } from '../../../../core/src/platform/folders.ts';
import type { Imports } from '../imports.ts';

/** Coordinates the imports into a data folder with a locked file, and a folder that has a file for each journal. */
export function openImportsInFolder(directory: string): Imports {
  const journals = join(directory, 'journals');
  return {
    tryLock: async () => {
      makeFolder(directory);
      const lock = tryLockFile(join(directory, 'import.lock'));
      if (!lock) return undefined;
      return {
        holder: randomUUID(),
        // The operating system takes the lock only from a process that has died.
        lost: new AbortController().signal,
        confirm: async () => {},
        [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
      };
    },
    openJournal: async () => {
      mkdirSync(journals, { recursive: true });
      const path = join(journals, randomUUID());
      const file = openSync(path, 'wx');
      return {
        add: async (key) => appendFileSync(file, `${key}\n`),
        remove: async () => rmSync(path, { force: true }),
        [Symbol.asyncDispose]: async () => closeSync(file),
      };
    },
    leftJournals: async () =>
      namesIn(journals).map((name) => ({
        keys: async () =>
          readFileSync(join(journals, name), 'utf8')
            .split('\n')
            // A power failure may leave a part of a line.
            .filter((line) => /^[0-9a-f]{64}$/.test(line)),
        remove: async () => rmSync(join(journals, name), { force: true }),
      })),
  };
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // The first import makes the folder.
    return [];
  }
}
