import { untilAborted } from '../../core/src/concurrency/until-aborted.ts';
import type { Base, MergeableIndex } from './build-base.ts';
import type { IndexLimits } from './index-limits.ts';
import type { IndexSource } from './index-source.ts';
import { Indexer, type PublishedView } from './indexer.ts';

export type ViewMark = Pick<PublishedView, 'base' | 'revision'>;

/** Pause after a failed build in milliseconds. It doubles with each further failure, up to `LONGEST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

interface IndexPublisherOptions {
  readonly source: IndexSource;
  /** A base of an earlier run; its revision may be older. */
  readonly initial?: Base | undefined;
  /** Builds a base of the newest state, or merges one of what an index has; the current one serves meanwhile. */
  build(from?: MergeableIndex): Promise<Base>;
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
}

/** Keeps an index at the newest revision: applies small changes immediately and builds a new base when they add up. */
export class IndexPublisher {
  readonly #options: IndexPublisherOptions;
  readonly #now: () => number;
  readonly #indexer: Indexer;
  #next = Promise.withResolvers<void>();
  #building: Promise<void> | undefined;
  #failure: { readonly trouble: unknown; readonly pauseMs: number; readonly until: number } | undefined;

  constructor(options: IndexPublisherOptions) {
    const { source, initial, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#indexer = new Indexer(source, options);
    if (initial) this.#adopt(initial);
  }

  /** Returns a view with every commit before the call. Rejects if that needs a new base whose build fails. */
  async reach(): Promise<PublishedView> {
    for (;;) {
      const view = await this.#indexer.follow();
      const full = view && this.#indexer.full();
      if (full) this.#build(() => this.#options.build(full));
      if (view) return view;
      await this.#build(() => this.#fetchOrBuild());
      if (this.#failure) throw this.#failure.trouble;
    }
  }

  /** Returns the current view, however old; undefined before the first. */
  current(): PublishedView | undefined {
    return this.#indexer.view();
  }

  /** Resolves when a base other than `base` is in use. */
  async replaced(base: number, { signal }: { signal: AbortSignal }): Promise<void> {
    while (this.current()?.base === base) await untilAborted(this.#next.promise, signal);
  }

  #adopt(base: Base): void {
    this.#indexer.adopt(base);
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /** Never rejects; records errors in `#failure`. */
  async #build(makeBase: () => Promise<Base>): Promise<void> {
    if (this.#failure && this.#now() < this.#failure.until) return;
    this.#building ??= this.#tryBuild(makeBase).finally(() => {
      this.#building = undefined;
    });
    await this.#building;
  }

  async #tryBuild(makeBase: () => Promise<Base>): Promise<void> {
    try {
      this.#adopt(await makeBase());
      this.#failure = undefined;
    } catch (trouble) {
      const pauseMs = this.#failure ? Math.min(this.#failure.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      this.#failure = { trouble, pauseMs, until: this.#now() + pauseMs };
      this.#options.report?.(trouble, pauseMs / 1000);
    }
  }

  /** If the fetched base can't be brought up to date either, the next call builds one, because none is newer. */
  async #fetchOrBuild(): Promise<Base> {
    const { fetchNewer, build } = this.#options;
    return (await fetchNewer?.(this.current()?.revision ?? 0)) ?? (await build());
  }
}
