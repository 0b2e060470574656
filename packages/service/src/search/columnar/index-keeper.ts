import type { IndexSource } from '../../catalogue/index-source.ts';
import type { Base } from './build-base.ts';
import { type IndexLimits, openIndexer } from './indexer.ts';
import type { ViewData } from './view.ts';

/** A view with the number of its base: a base that was merged is of the revision that was there before. */
export interface PublishedView extends ViewData {
  readonly base: number;
}

/** What tells one published view from another. */
export type ViewMark = Pick<PublishedView, 'base' | 'revision'>;

/** Keeps an index at the newest revision: small changes at once, a new base where they have become many. */
export interface IndexKeeper {
  /** A view no older than the last commit before the call. Rejects where a base that this takes can't be built, with what failed. */
  reach(): Promise<PublishedView>;
  /** The view there is, however old; undefined before the first. */
  current(): PublishedView | undefined;
  /** Resolves when there is another base than this one. */
  replaced(base: number, options: { signal: AbortSignal }): Promise<void>;
}

/** After a build that failed, the next one waits this long; after each further one twice as long, up to a bound. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** `build` makes a base of the newest state; meanwhile the index goes on with the one it has. */
export function openIndexKeeper(options: {
  readonly source: IndexSource;
  /** A base of an earlier run, which may be of an older revision. */
  readonly known?: Base | undefined;
  build(): Promise<Base>;
  readonly limits?: IndexLimits;
  /** Hears of every build that fails, once, and when the next may begin. */
  readonly report?: (trouble: unknown, pauseSeconds: number) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}): IndexKeeper {
  const { source, known, report, now = () => performance.now() } = options;
  const indexer = openIndexer(source, options.limits);
  let base = 0;
  let next = Promise.withResolvers<void>();
  let published: { readonly of: ViewData; readonly view: PublishedView } | undefined;
  if (known) adopt(known);
  let building: Promise<void> | undefined;
  let failure: { readonly trouble: unknown; readonly pauseMs: number; readonly until: number } | undefined;

  function adopt(data: Base): void {
    indexer.adopt(data);
    base += 1;
    next.resolve();
    next = Promise.withResolvers();
  }

  /** The same object while nothing changes. */
  function publish(view: ViewData): PublishedView {
    if (published?.of !== view) published = { of: view, view: { ...view, base } };
    return published.view;
  }

  /** Never rejects: `failure` tells. */
  async function build(): Promise<void> {
    if (failure && now() < failure.until) return;
    building ??= tryBuild().finally(() => {
      building = undefined;
    });
    await building;
  }

  async function tryBuild(): Promise<void> {
    try {
      adopt(await options.build());
      failure = undefined;
    } catch (trouble) {
      const pauseMs = failure ? Math.min(failure.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      failure = { trouble, pauseMs, until: now() + pauseMs };
      report?.(trouble, pauseMs / 1000);
    }
  }

  return {
    reach: async () => {
      while (!indexer.follow()) {
        await build();
        if (failure) throw failure.trouble;
      }
      if (indexer.isFull()) build();
      return publish(indexer.view() as ViewData);
    },
    current: () => {
      const view = indexer.view();
      return view && publish(view);
    },
    replaced: async (old, { signal }) => {
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      signal.throwIfAborted();
      signal.addEventListener('abort', abort, { once: true });
      try {
        while (base === old) await Promise.race([next.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  };
}
