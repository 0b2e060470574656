/** Views in a thread that queries: asked for when the catalogue has moved on, and waited for. */
import { setTimeout as delay } from 'node:timers/promises';
import { openTurnstile } from '../../concurrency/turnstile.ts';
import { IndexBehind } from '../search-index.ts';
import type { ViewSource } from './columnar-search.ts';
import type { PublishedView, ViewMark } from './index-keeper.ts';

/** After trouble with a new base, the next one is asked for this much later. */
const PAUSE_MS = 1000;

/** Where views are asked for. */
interface Origin {
  /** A view of the newest revision; undefined where that is the known one. */
  reach(known?: ViewMark): Promise<PublishedView | undefined>;
  /** Resolves when there is another base than this one. */
  replaced(base: number, options: { signal: AbortSignal }): Promise<void>;
}

/**
 * Asks `reach` for a view of the newest revision, once at a time. The first view is waited for however long it takes, later ones
 * for `waitSeconds`. With `replaced`, a new base is taken as soon as it is there, also when nobody asks anything; `onBase` hears of
 * it.
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
  const pass = openTurnstile();
  let view: PublishedView | undefined;
  let asked: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  function ask(): Promise<void> {
    asked ??= reach(view)
      .then((data) => {
        view = data ?? view;
        following ??= replaced && followBases(replaced);
      })
      .finally(() => {
        asked = undefined;
      });
    return asked;
  }

  /** An old base that a thread still has costs the memory of two. */
  async function followBases(isReplaced: Origin['replaced']): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      try {
        await isReplaced((view as PublishedView).base, { signal });
        await ask();
        await onBase?.();
      } catch {
        // Trouble is told to the next question.
        await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  /** A view of the revision at least. What was under way when it was asked for may have begun before the commit. */
  async function newest(revision: number): Promise<PublishedView> {
    for (;;) {
      if (view !== undefined && view.revision >= revision) return view;
      await ask();
    }
  }

  async function within(answer: Promise<PublishedView>, signal: AbortSignal): Promise<PublishedView> {
    const done = new AbortController();
    const late = delay(waitSeconds * 1000, undefined, { signal: AbortSignal.any([signal, done.signal]), ref: false });
    try {
      const first = await Promise.race([answer, late]);
      if (first) return first;
    } catch (cause) {
      signal.throwIfAborted();
      throw new IndexBehind('the search index can not be brought up to date', { cause });
    } finally {
      late.catch(() => {});
      answer.catch(() => {});
      done.abort();
    }
    throw new IndexBehind(`the search index was not up to date within ${waitSeconds} s`);
  }

  return {
    reach: (revision, { signal }) => {
      if (view !== undefined && view.revision >= revision) return view;
      // Those who waited for one view would all go on at the same moment.
      const answer = newest(revision).then(async (newer) => {
        await pass();
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
