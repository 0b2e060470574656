import { type FSWatcher, watch } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf } from '../platform/system-errors.ts';
import { isIgnored } from './folder/entries.ts';
import { isWithin, realFoldersBelow } from './folder/location.ts';

/** Watches folders with all that is below them. Closed by its opener. */
export interface Watchers extends Disposable {
  /** Watches every folder below as it is now, those watched already included; false where some of it can't be watched. */
  follow(directory: string, except: readonly string[]): Promise<boolean>;
}

/** On these, one watcher sees a whole tree; elsewhere each folder has its own, for the system's whole-tree watcher takes one a file. */
const HAS_TREES = process.platform === 'darwin' || process.platform === 'win32';

/** Opens watchers that tell of changes, but not of files that no import takes. */
export function openWatchers({ onChange }: { readonly onChange: () => void }): Watchers {
  const open = new Map<string, FSWatcher>();

  function forget(folder: string): void {
    open.get(folder)?.close();
    open.delete(folder);
  }

  function attach(folder: string, except: readonly string[]): void {
    if (open.has(folder)) return;
    const watcher = watch(folder, { recursive: HAS_TREES }, (_event, name) => {
      const path = name === null ? folder : join(folder, name);
      if (!except.some((other) => isWithin(path, other)) && !isIgnored(basename(path))) onChange();
    });
    open.set(folder, watcher);
    watcher.on('error', () => {
      forget(folder);
      onChange();
    });
  }

  return {
    async follow(directory, except) {
      const seen = new Set<string>();
      const root = await realpath(directory).catch(() => undefined);
      let isWhole = root !== undefined;
      const waiting = root === undefined ? [] : [root];
      const leftOut = root === undefined ? [] : await realFoldersBelow(root, except);
      for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
        if (leftOut.includes(folder)) continue;
        try {
          attach(folder, leftOut);
          seen.add(folder);
          if (HAS_TREES) break;
          for (const entry of await readdir(folder, { withFileTypes: true })) {
            if (entry.isDirectory() && !isIgnored(entry.name)) waiting.push(join(folder, entry.name));
          }
        } catch (error) {
          // One that has gone meanwhile is told of by the folder above it.
          if (codeOf(error) !== 'ENOENT' || seen.size === 0) isWhole = false;
        }
      }
      for (const folder of open.keys()) if (!seen.has(folder)) forget(folder);
      return isWhole;
    },
    [Symbol.dispose]: () => {
      for (const folder of [...open.keys()]) forget(folder);
    },
  };
}
