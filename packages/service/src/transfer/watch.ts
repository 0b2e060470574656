import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { realFolder } from '../../../core/src/platform/open-folder.ts';
import { isRemote } from '../../../core/src/platform/remote-file-systems.ts';
import { realFoldersBelow } from './folder/location.ts';
import { walkFolder } from './folder/walk.ts';
import { openWatchers } from './watchers.ts';

/** A batch ends after this time without a change, in milliseconds. */
const QUIET_MS = 500;
/** A batch ends at the latest this long after its first change, in milliseconds. */
const LONGEST_MS = 5000;
/** Polling interval in milliseconds of what the system can't report. */
const POLL_MS = 2000;
/** Each pause is at least this many times as long as the previous poll took, which limits the load of polling. */
const REST = 10;

interface WatchOptions {
  /** Folders below to ignore. */
  readonly except: readonly string[];
  /** Patterns of what imports leave out. */
  readonly exclude: readonly string[];
  readonly signal: AbortSignal;
  /** True if others may change the files of a folder without this computer noticing. */
  readonly isRemote?: (folder: string) => Promise<boolean>;
}

/**
 * Yields once as soon as watching has begun, then once per batch of changes below the folder. While the consumer
 * processes a batch, further changes are collected for the next one. Folders of networks and FUSE, and those that the
 * system can't watch, are read again and again. Ends when the signal aborts.
 */
export async function* changesBelow(directory: string, options: WatchOptions): AsyncGenerator<void> {
  const { except, signal } = options;
  let wake = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  let lastAt = 0;
  using watchers = openWatchers({
    isRemote: options.isRemote ?? isRemote,
    onChange: () => {
      lastAt = performance.now();
      firstAt ??= lastAt;
      wake.resolve();
    },
  });
  const stop = () => wake.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    while (!signal.aborted) {
      firstAt = undefined;
      wake = Promise.withResolvers();
      // Watching starts before the consumer reads the folder, so a change after that is reported.
      const isWatched = await watchers.follow(directory, except);
      const before = isWatched ? '' : await fingerprint(directory, options);
      if (signal.aborted) return;
      yield;
      void poll(isWatched ? watchers.isReplaced : async () => (await fingerprint(directory, options)) !== before);
      // The signal may abort between the check and the wait.
      if (!signal.aborted) await wake.promise;
      while (firstAt !== undefined && performance.now() < Math.min(lastAt + QUIET_MS, firstAt + LONGEST_MS)) {
        await pause(QUIET_MS / 5, signal);
        if (signal.aborted) return;
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }

  /** Polls until something has changed. */
  async function poll(hasChanged: () => Promise<boolean>): Promise<void> {
    const { promise, resolve } = wake;
    let isOver = false;
    void promise.then(() => {
      isOver = true;
    });
    for (let tookMs = 0; ; ) {
      await pause(Math.max(POLL_MS, REST * tookMs), signal);
      if (isOver || signal.aborted) return;
      const start = performance.now();
      const isChanged = await hasChanged();
      tookMs = performance.now() - start;
      if (isChanged) return resolve();
    }
  }
}

/** Returns a text that differs whenever something below the folder has changed, or '' if the folder can't be read. */
async function fingerprint(directory: string, { except, exclude, signal }: WatchOptions): Promise<string> {
  try {
    const root = await realFolder(directory);
    const within = { root, excluded: await realFoldersBelow(root, except) };
    const { folders, files, identity } = await walkFolder(within, { exclude, signal });
    const hash = createHash('sha256').update(JSON.stringify([identity, folders]));
    for (const { path, stamp } of files) hash.update(JSON.stringify([path, stamp]));
    return hash.digest('hex');
  } catch {
    return '';
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
