import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type BusyRetry, retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type DateKind, OWN_DATES } from './date-ranges.ts';
import { type FacetList, keepOrder, loadFacetLists } from './facet-lists.ts';
import { facetNames } from './facet-names.ts';
import { countYears, type YearCount } from './years.ts';

/** What to count, and the callbacks for news. */
export interface FacetCountsOptions {
  readonly catalogue: () => Catalogue | undefined;
  readonly place: { readonly query: AssetQuery; readonly limits: AssetQuery };
  readonly isOpen: (kind: DateKind) => boolean;
  /** Called with new lists. `isNarrowed` if their query has the text and the node of the previous one. */
  readonly arrived: (lists: readonly FacetList[], query: AssetQuery, isNarrowed: boolean) => void;
  /** Called when something has arrived or failed. */
  readonly changed: () => void;
}

/** Milliseconds by which counting waits for the results, which matter more; longer while the person types. */
const PATIENCE = 60;
const PATIENCE_TYPING = 200;

/** How many assets of a query each value of its facets has, as far as counts have arrived. Asks nothing before `show` or `load`. */
export class FacetCounts {
  /** The facets; undefined before their first arrival. Those of the previous query stay until the new ones arrive. */
  lists: readonly FacetList[] | undefined;
  /** The years of the open dates. */
  readonly years = new Map<DateKind, readonly YearCount[]>();
  /** Why the years of a date could not be counted. If the service was busy, they are counted again after its `retry-after`. */
  readonly yearFailures = new Map<DateKind, unknown>();
  /** Why the facets could not be loaded. If the service was busy, they are loaded again after its `retry-after`. */
  failure: unknown;
  /** Another object for each request. */
  request = new AbortController();
  readonly #options: FacetCountsOptions;
  readonly #yearRetries = new Map<DateKind, BusyRetry>();
  /** Query and limits of `lists`. */
  #shown: FacetCountsOptions['place'] | undefined;
  /** Query and limits of the last request. */
  #requested: FacetCountsOptions['place'] | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  readonly #busy = retryWhenBusy(() => this.#begin(0));

  constructor(options: FacetCountsOptions) {
    this.#options = options;
  }

  /** The dates by which the assets can be narrowed down. */
  get dates(): readonly DateKind[] {
    const known = this.#options.catalogue();
    return known ? [...facetNames(known).fieldDates, ...OWN_DATES] : OWN_DATES;
  }

  /** Loads all counts of the query after a short wait for its results, unless they were requested last. */
  show(): void {
    const { query, limits } = this.#options.place;
    if (query === this.#requested?.query && limits === this.#requested.limits) return;
    if (this.lists) this.#begin(query.text === this.#shown?.query.text ? PATIENCE : PATIENCE_TYPING);
    else this.#begin(0);
  }

  /** Loads all counts at once, and forgets the failure. */
  readonly load = (): void => {
    this.failure = undefined;
    this.#begin(0);
    this.#options.changed();
  };

  /** Counts the years of a date. */
  loadYears(kind: DateKind): void {
    this.#retryOf(kind).stop();
    void this.#countByYear(kind, this.request.signal);
  }

  /** Aborts the requests. */
  stop(): void {
    clearTimeout(this.#waiting);
    this.#busy.stop();
    for (const retry of this.#yearRetries.values()) retry.stop();
    this.request.abort();
  }

  /** Forgets all counts. */
  reset(): void {
    this.lists = this.#shown = this.#requested = this.failure = undefined;
    this.years.clear();
    this.yearFailures.clear();
  }

  #begin(wait: number): void {
    this.stop();
    this.request = new AbortController();
    const { place, isOpen } = this.#options;
    const { query, limits } = place;
    this.#requested = { query, limits };
    const { signal } = this.request;
    for (const kind of this.dates) {
      if (isOpen(kind)) continue;
      this.years.delete(kind);
      this.yearFailures.delete(kind);
    }
    this.#waiting = setTimeout(() => void this.#count(signal), wait);
  }

  async #count(signal: AbortSignal): Promise<void> {
    const { catalogue, place, isOpen, arrived, changed } = this.#options;
    const known = catalogue();
    const { query, limits } = place;
    if (!known) return;
    try {
      const open = this.dates.filter(isOpen);
      const [found] = await Promise.all([
        loadFacetLists(known, query, limits, signal),
        // If this fails, only the dates of fields are missing.
        facetNames(known)
          .loadFacets()
          .catch(() => {}),
        ...open.map((kind) => this.#countByYear(kind, signal)),
      ]);
      const others = this.dates.filter((kind) => isOpen(kind) && !open.includes(kind));
      await Promise.all(others.map((kind) => this.#countByYear(kind, signal)));
      if (signal.aborted) return;
      const isNarrowed = this.#shown?.query.text === query.text && this.#shown?.query.node === query.node;
      this.lists = isNarrowed ? keepOrder(found, this.lists ?? []) : found;
      this.#shown = { query, limits };
      this.failure = undefined;
      arrived(found, query, isNarrowed);
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.#busy.failed(error);
    }
    changed();
  }

  /** Never rejects: a date that cannot be counted says so in its own section. */
  async #countByYear(kind: DateKind, signal: AbortSignal): Promise<void> {
    const { catalogue, place, changed } = this.#options;
    const known = catalogue();
    if (!known) return;
    if (this.yearFailures.delete(kind)) changed();
    try {
      const counted = await countYears(known.client, place.query, place.limits, kind, signal);
      if (signal.aborted) return;
      this.years.set(kind, counted);
    } catch (error) {
      if (signal.aborted) return;
      this.years.delete(kind);
      this.yearFailures.set(kind, error);
      this.#retryOf(kind).failed(error);
    }
    changed();
  }

  #retryOf(kind: DateKind): BusyRetry {
    const retry = this.#yearRetries.get(kind) ?? retryWhenBusy(() => this.loadYears(kind));
    this.#yearRetries.set(kind, retry);
    return retry;
  }
}
