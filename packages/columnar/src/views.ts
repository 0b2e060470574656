/** Views in a query thread: requests a new one when the catalogue has moved on, and waits for it. */
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises';
import { untilAborted } from '../../core/src/concurrency/until-aborted.ts';
import type { ViewSource } from './columnar-search.ts';
import type { ViewMark } from './index-publisher.ts';
import type { PublishedView } from './indexer.ts';
import { IndexBehind } from './search-index.ts';

/** Delay in milliseconds before the next request after a request for a new base failed. */
const PAUSE_MS = 1000;

/** The thread that publishes views. */
interface Origin {
  /** Returns a view of the newest revision, or undefined if `current` is still the newest. */
  reach(current?: ViewMark): Promise<PublishedView | undefined>;
  replaced(base: number, options: { signal: AbortSignal }): Promise<void>;
}

/**
 * Opens a view source that requests views from `reach`, one request at a time. A query waits for the first view without
 * limit and for later ones up to `waitSeconds`. With `replaced`, the source adopts a new base as soon as one exists,
 * even without queries, and then calls `onBase`.
 */
export function openViews(
  reach: Origin['reach'],
  options: {
    readonly waitSeconds: number;
    readonly replaced?: Origin['replaced'];
    readonly onBase?: () => Promise<void>;
  },
): ViewSource {
  const { waitSeconds, replaced, onBase } = options;
  const closing = new AbortController();
  const turn = openIterationQueue();
  let view: PublishedView | undefined;
  let asked: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  function ask(): Promise<void> {
    asked ??= reach(view && { base: view.base, revision: view.revision })
      .then((data) => {
        view = data ?? view;
        following ??= replaced && followBases(replaced);
      })
      .finally(() => {
        asked = undefined;
      });
    return asked;
  }

  /** Adopts each new base at once: a thread that holds an old base costs the memory of a second one. */
  async function followBases(isReplaced: Origin['replaced']): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      try {
        await isReplaced((view as PublishedView).base, { signal });
        await ask();
        await onBase?.();
      } catch {
        // The next query reports the failure.
        await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  /** Returns a view of `revision` or later. Loops because a running request may have begun before the commit. */
  async function newest(revision: number): Promise<PublishedView> {
    for (;;) {
      if (view !== undefined && view.revision >= revision) return view;
      await ask();
    }
  }

  async function within(answer: Promise<PublishedView>, signal: AbortSignal): Promise<PublishedView> {
    const timeout = AbortSignal.timeout(waitSeconds * 1000);
    try {
      return await untilAborted(answer, AbortSignal.any([signal, timeout]));
    } catch (cause) {
      signal.throwIfAborted();
      if (timeout.aborted) throw new IndexBehind(`the search index was not up to date within ${waitSeconds} s`);
      throw new IndexBehind('the search index cannot be brought up to date', { cause });
    }
  }

  return {
    reach: (revision, { signal }) => {
      if (view !== undefined && view.revision >= revision) return view;
      // Without the queue, all waiters for one view would continue in the same turn.
      const answer = newest(revision).then(async (newer) => {
        await turn();
        return newer;
      });
      return view === undefined ? answer : within(answer, signal);
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('no more views are needed'));
      await asked?.catch(() => {});
      await following;
    },
  };
}

/** Lets waiters continue in one iteration of the event loop each, so that they don't block the thread together. */
function openIterationQueue(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}
