import { untilAborted } from '../../core/src/concurrency/until-aborted.ts';
import type { Base } from './build-base.ts';
import type { IndexLimits } from './index-limits.ts';
import type { IndexSource } from './index-source.ts';
import { openIndexer, type PublishedView } from './indexer.ts';

export type ViewMark = Pick<PublishedView, 'base' | 'revision'>;

/** Keeps an index at the newest revision: applies small changes immediately and builds a new base when they add up. */
export interface IndexPublisher {
  /** Returns a view with every commit before the call. Rejects if that needs a new base whose build fails. */
  reach(): Promise<PublishedView>;
  /** Returns the current view, however old; undefined before the first. */
  current(): PublishedView | undefined;
  /** Resolves when a base other than `base` is in use. */
  replaced(base: number, options: { signal: AbortSignal }): Promise<void>;
}

/** Pause after a failed build in milliseconds. It doubles with each further failure, up to `LONGEST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Opens an index publisher. `build` builds a base of the newest state; the current one serves meanwhile. */
export function openIndexPublisher(options: {
  readonly source: IndexSource;
  /** A base of an earlier run; its revision may be older. */
  readonly initial?: Base | undefined;
  build(): Promise<Base>;
  /**
   * Returns a base of another node that is newer than a revision; undefined if there is none. Called before a build if
   * the current base can't be brought up to date.
   */
  fetchNewer?(revision: number): Promise<Base | undefined>;
  readonly limits?: IndexLimits;
  /** Zone of local times; default UTC. */
  readonly timeZone?: string;
  /** Called once for each failed build, with the error and the pause before the next build may start. */
  readonly report?: (trouble: unknown, pauseSeconds: number) => void;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}): IndexPublisher {
  const { source, initial, report, now = () => performance.now() } = options;
  const indexer = openIndexer(source, options);
  let next = Promise.withResolvers<void>();
  if (initial) adopt(initial);
  let building: Promise<void> | undefined;
  let failure: { readonly trouble: unknown; readonly pauseMs: number; readonly until: number } | undefined;

  function adopt(data: Base): void {
    indexer.adopt(data);
    next.resolve();
    next = Promise.withResolvers();
  }

  /** Never rejects; records errors in `failure`. */
  async function build(makeBase: () => Promise<Base>): Promise<void> {
    if (failure && now() < failure.until) return;
    building ??= tryBuild(makeBase).finally(() => {
      building = undefined;
    });
    await building;
  }

  async function tryBuild(makeBase: () => Promise<Base>): Promise<void> {
    try {
      adopt(await makeBase());
      failure = undefined;
    } catch (trouble) {
      const pauseMs = failure ? Math.min(failure.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      failure = { trouble, pauseMs, until: now() + pauseMs };
      report?.(trouble, pauseMs / 1000);
    }
  }

  /** If the fetched base can't be brought up to date either, the next call builds one, because none is newer. */
  async function fetchOrBuild(): Promise<Base> {
    return (await options.fetchNewer?.(indexer.view()?.revision ?? 0)) ?? (await options.build());
  }

  return {
    reach: async () => {
      for (;;) {
        const view = await indexer.follow();
        if (view && indexer.isFull()) build(options.build);
        if (view) return view;
        await build(fetchOrBuild);
        if (failure) throw failure.trouble;
      }
    },
    current: indexer.view,
    replaced: async (old, { signal }) => {
      while (indexer.view()?.base === old) await untilAborted(next.promise, signal);
    },
  };
}
