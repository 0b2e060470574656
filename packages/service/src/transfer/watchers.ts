import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openFolder, realFolder } from '../../../core/src/platform/open-folder.ts';
import { codeOf } from '../../../core/src/platform/system-errors.ts';
import { isIgnoredName, RULES_FILE } from './folder/ignored-names.ts';
import { isWithin, realFoldersBelow } from './folder/location.ts';

/** Watches folders and everything below them. The opener closes it. */
export interface Watchers extends Disposable {
  /**
   * Watches the directory and all folders now below it, except `except`. Returns false if some can't be watched, or only
   * for the changes of this computer.
   */
  follow(directory: string, except: readonly string[]): Promise<boolean>;
  /**
   * True if the directory, a folder of its first level or a disk mounted below it is another one than `follow` has found
   * there. No watcher tells of a disk that is connected or disconnected, or of a link that leads elsewhere.
   */
  isReplaced(): Promise<boolean>;
}

/** Systems where one watcher covers a tree. Elsewhere each folder has its own; recursive ones take one per file. */
const HAS_TREES = process.platform === 'darwin' || process.platform === 'win32';

/** Opens watchers that report changes, except those to files that no import reads. */
export function openWatchers({
  onChange,
  isRemote,
}: {
  readonly onChange: () => void;
  /** True if others may change the files of a folder without this computer noticing. */
  isRemote(folder: string): Promise<boolean>;
}): Watchers {
  const open = new Map<string, { readonly identity: string; readonly watcher: FSWatcher }>();
  /** Path -> identity of the folders whose replacement nothing reports; '' for one that isn't there. */
  const places = new Map<string, string>();

  function forget(folder: string): void {
    open.get(folder)?.watcher.close();
    open.delete(folder);
  }

  function attach(folder: string, opened: { path: string; identity: string }, except: readonly string[]): void {
    if (open.get(folder)?.identity === opened.identity) return;
    forget(folder);
    const watcher = watch(opened.path, { recursive: HAS_TREES }, (_event, name) => {
      const path = name === null ? folder : join(folder, name);
      const own = basename(path);
      if (except.some((other) => isWithin(path, other)) || (isIgnoredName(own) && own !== RULES_FILE)) return;
      onChange();
    });
    open.set(folder, { identity: opened.identity, watcher });
    watcher.on('error', () => {
      forget(folder);
      onChange();
    });
  }

  return {
    async follow(directory, except) {
      const seen = new Set<string>();
      const root = await realFolder(directory).catch(() => undefined);
      const leftOut = root === undefined ? [] : await realFoldersBelow(root, except);
      let isWhole = root !== undefined;
      /** Device -> whether others may change its files. */
      const devices = new Map<bigint, boolean>();
      for (const place of [...places.keys()]) places.set(place, '');
      const waiting = root === undefined ? [] : [{ folder: root, level: 0, above: -1n }];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { folder, level, above } = next;
        if (root === undefined || leftOut.includes(folder)) continue;
        try {
          await using opened = await openFolder(folder, { root, excluded: leftOut });
          const path = String(opened.path);
          const { dev, ino } = opened.stats;
          const identity = `${dev}-${ino}`;
          if (level === 0) places.set(directory, identity);
          else if (level === 1 || dev !== above || places.has(folder)) places.set(folder, identity);
          if (!devices.has(dev)) devices.set(dev, await isRemote(path));
          if (devices.get(dev) === true) isWhole = false;
          attach(folder, { path, identity }, leftOut);
          seen.add(folder);
          if (HAS_TREES) break;
          for (const entry of await readdir(path, { withFileTypes: true })) {
            if (!entry.isDirectory() || isIgnoredName(entry.name)) continue;
            waiting.push({ folder: join(folder, entry.name), level: level + 1, above: dev });
          }
        } catch (error) {
          // If a folder has disappeared, the watcher of its parent reports that.
          if (codeOf(error) !== 'ENOENT' || seen.size === 0) isWhole = false;
        }
      }
      for (const folder of open.keys()) if (!seen.has(folder)) forget(folder);
      // The watcher of the folder that one was in tells if it comes back.
      for (const [place, identity] of places) if (identity === '' && seen.has(dirname(place))) places.delete(place);
      return isWhole;
    },
    async isReplaced() {
      for (const [place, before] of places) {
        const now = await stat(place, { bigint: true }).then(
          ({ dev, ino }) => `${dev}-${ino}`,
          () => '',
        );
        if (now !== before) return true;
      }
      return false;
    },
    [Symbol.dispose]: () => {
      for (const folder of [...open.keys()]) forget(folder);
    },
  };
}
