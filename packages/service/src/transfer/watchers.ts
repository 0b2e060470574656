import { type FSWatcher, watch } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf } from '../platform/system-errors.ts';
import { isIgnored } from './folder/entries.ts';
import { isWithin, realFoldersBelow } from './folder/location.ts';

/** Watches folders and everything below them. The opener closes it. */
export interface Watchers extends Disposable {
  /** Watches the directory and all folders now below it, except `except`. Returns false if some can't be watched. */
  follow(directory: string, except: readonly string[]): Promise<boolean>;
}

/** Systems where one watcher covers a tree. Elsewhere each folder has its own; recursive ones take one per file. */
const HAS_TREES = process.platform === 'darwin' || process.platform === 'win32';

/** Opens watchers that report changes, except those to files that no import reads. */
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
          // If a folder has disappeared, the watcher of its parent reports that.
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
