import { watch } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** A batch ends when nothing has changed for this long … */
const QUIET_MS = 500;
/** … or this long after its first change. */
const LONGEST_MS = 5000;
/** Between two looks where the system can't tell of changes. */
const POLL_MS = 5000;

/**
 * Gives a batch whenever something below the folder may have changed, and none while the last one is being worked on: what
 * changes then makes the next batch. Ends when the signal aborts.
 */
export async function* changesBelow(directory: string, signal: AbortSignal): AsyncGenerator<void> {
  let wake = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  let lastAt = 0;
  const note = () => {
    lastAt = performance.now();
    firstAt ??= lastAt;
    wake.resolve();
  };
  signal.addEventListener('abort', () => wake.resolve(), { once: true });
  void listen(directory, signal, note);

  for (;;) {
    await wake.promise;
    if (signal.aborted) return;
    while (firstAt !== undefined && performance.now() < Math.min(lastAt + QUIET_MS, firstAt + LONGEST_MS)) {
      await pause(QUIET_MS / 5, signal);
      if (signal.aborted) return;
    }
    firstAt = undefined;
    wake = Promise.withResolvers<void>();
    yield;
  }
}

/** Calls `note` on each change; by looking every few seconds where the folder can't be watched. */
async function listen(directory: string, signal: AbortSignal, note: () => void): Promise<void> {
  try {
    for await (const _ of watch(directory, { recursive: true, signal })) note();
  } catch {
    while (!signal.aborted) {
      await pause(POLL_MS, signal);
      note();
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
