import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { realFoldersBelow } from './folder/location.ts';
import { walk } from './folder/walk.ts';
import { openWatchers } from './watchers.ts';

/** A batch ends when nothing has changed for this long … */
const QUIET_MS = 500;
/** … or this long after its first change. */
const LONGEST_MS = 5000;
/** Between two looks where the system can't tell of changes. */
const POLL_MS = 2000;
/** Looking takes at most one part in so many of the time. */
const REST = 10;

/**
 * Gives a batch at once, when watching has begun, then one whenever something below the folder may have changed; none
 * while the last one is being worked on: what changes then makes the next. `except` are folders that don't matter. Ends
 * when the signal aborts.
 */
export async function* changesBelow(
  directory: string,
  { except, signal }: { except: readonly string[]; signal: AbortSignal },
): AsyncGenerator<void> {
  let wake = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  let lastAt = 0;
  using watchers = openWatchers({
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
      // Watched before anybody reads: what changes after the reading is told of.
      const isWatched = await watchers.follow(directory, except);
      const before = isWatched ? undefined : await fingerprint(directory, except, signal);
      if (signal.aborted) return;
      yield;
      if (before !== undefined) void poll(before);
      // Another signal may come between the check and the waiting.
      if (!signal.aborted) await wake.promise;
      while (firstAt !== undefined && performance.now() < Math.min(lastAt + QUIET_MS, firstAt + LONGEST_MS)) {
        await pause(QUIET_MS / 5, signal);
        if (signal.aborted) return;
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }

  /** Looks again and again until something is different. */
  async function poll(before: string): Promise<void> {
    const { promise, resolve } = wake;
    let isOver = false;
    void promise.then(() => {
      isOver = true;
    });
    for (let tookMs = 0; ; ) {
      await pause(Math.max(POLL_MS, REST * tookMs), signal);
      if (isOver || signal.aborted) return;
      const start = performance.now();
      const after = await fingerprint(directory, except, signal);
      tookMs = performance.now() - start;
      if (after !== before) return resolve();
    }
  }
}

/** Another text whenever something below the folder has changed; '' where it can't be looked at. */
async function fingerprint(directory: string, except: readonly string[], signal: AbortSignal): Promise<string> {
  try {
    const root = await realpath(directory);
    const { folders, files } = await walk({ root, excluded: await realFoldersBelow(root, except) }, signal);
    const hash = createHash('sha256').update(JSON.stringify(folders));
    for (const { path, stamp } of files) hash.update(JSON.stringify([path, stamp]));
    return hash.digest('hex');
  } catch {
    return '';
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
