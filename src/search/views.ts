/** Views in a thread that queries: asked for when the catalogue has moved on, and not waited for long. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ViewSource } from './columnar-search.ts';
import type { ViewData } from './view.ts';

/** How long a query waits for what was just committed; then it is answered as of before. */
const PATIENCE_MS = 1000;

/** Asks `reach` for a view of the newest revision, once at a time. The first view is waited for. */
export function openViews(reach: () => Promise<ViewData>): ViewSource {
  let view: ViewData | undefined;
  let asked: { readonly answer: Promise<void>; isLate: boolean } | undefined;

  function ask() {
    if (asked) return asked;
    const now = {
      answer: reach()
        .then((data) => {
          view = data;
        })
        .finally(() => {
          asked = undefined;
        }),
      isLate: false,
    };
    asked = now;
    return now;
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
      return view as ViewData;
    },
    [Symbol.asyncDispose]: async () => {
      await asked?.answer.catch(() => {});
    },
  };
}
