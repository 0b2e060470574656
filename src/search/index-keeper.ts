import type { IndexSource } from '../ports/index-source.ts';
import type { Base } from './build-base.ts';
import { type IndexLimits, openIndexer } from './indexer.ts';
import type { ViewData } from './view.ts';

/** Keeps an index at the newest revision: small changes at once, a new base where they have become many. */
export interface IndexKeeper {
  /** A view no older than the last commit before the call; where a base that this takes can't be built, the view before. */
  reach(): Promise<ViewData>;
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
  if (known) indexer.adopt(known);
  let building: Promise<void> | undefined;
  let failure: { readonly trouble: unknown; readonly pauseMs: number; readonly until: number } | undefined;

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
      indexer.adopt(await options.build());
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
        if (!failure) continue;
        const before = indexer.view();
        if (!before) throw failure.trouble;
        return before;
      }
      if (indexer.isFull()) build();
      return indexer.view() as ViewData;
    },
  };
}
