/** Views in a thread that queries: asked for when the catalogue has moved on, and not waited for long. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ViewSource } from './columnar-search.ts';
import type { PublishedView, ViewMark } from './index-keeper.ts';

/** How long a query waits for what was just committed; then it is answered as of before. */
const PATIENCE_MS = 1000;

/** Where views are asked for. */
interface Origin {
  /** A view of the newest revision; undefined where that is the known one. */
  reach(known?: ViewMark): Promise<PublishedView | undefined>;
  /** Resolves when there is another base than this one. */
  replaced(base: number, options: { signal: AbortSignal }): Promise<void>;
}

/**
 * Asks `reach` for a view of the newest revision, once at a time. The first view is waited for. With `replaced`, a new base is
 * taken as soon as it is there, also when nobody asks anything; `onBase` hears of it.
 */
export function openViews(
  reach: Origin['reach'],
  { replaced, onBase }: { readonly replaced?: Origin['replaced']; readonly onBase?: () => Promise<void> } = {},
): ViewSource {
  const closing = new AbortController();
  let view: PublishedView | undefined;
  let asked: { readonly answer: Promise<void>; isLate: boolean } | undefined;
  let following: Promise<void> | undefined;

  function ask() {
    if (asked) return asked;
    const now = {
      answer: reach(view)
        .then((data) => {
          view = data ?? view;
          following ??= replaced && followBases(replaced);
        })
        .finally(() => {
          asked = undefined;
        }),
      isLate: false,
    };
    asked = now;
    return now;
  }

  /** An old base that a thread still has costs the memory of two. */
  async function followBases(isReplaced: Origin['replaced']): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      try {
        await isReplaced((view as PublishedView).base, { signal });
        await ask().answer;
        await onBase?.();
      } catch {
        // Trouble is told to the next question.
        await delay(PATIENCE_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async function waitFor(signal: AbortSignal): Promise<void> {
    const now = ask();
    if (view === undefined) {
      await now.answer;
      return;
    }
    if (now.isLate) return;
    const patience = new AbortController();
    const late = delay(PATIENCE_MS, true, { signal: AbortSignal.any([signal, patience.signal]), ref: false });
    try {
      now.isLate = (await Promise.race([now.answer.then(() => false), late])) === true;
    } finally {
      late.catch(() => {});
      patience.abort();
    }
  }

  return {
    reach: async (revision, { signal }) => {
      const isOld = () => view === undefined || view.revision < revision;
      if (isOld()) await waitFor(signal);
      // What was under way may have begun before the commit.
      if (isOld() && asked === undefined) await waitFor(signal);
      return view as PublishedView;
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('no more views are needed'));
      await asked?.answer.catch(() => {});
      await following;
    },
  };
}
