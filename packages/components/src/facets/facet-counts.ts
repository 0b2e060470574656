import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type BusyRetry, retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type DateKind, OWN_DATES } from './date-ranges.ts';
import { type FacetList, keepOrder, loadFacetLists } from './facet-lists.ts';
import { facetNames } from './facet-names.ts';
import { countYears, type YearCount } from './years.ts';

/** How many assets of a query each value of its facets has, as far as the counts have arrived. */
export interface FacetCounts {
  /** The facets; undefined before their first arrival. Those of the previous query stay until the new ones arrive. */
  readonly lists: readonly FacetList[] | undefined;
  /** The years of the open dates. */
  readonly years: ReadonlyMap<DateKind, readonly YearCount[]>;
  /** Why the years of a date could not be counted. If the service was busy, they are counted again after its `retry-after`. */
  readonly yearFailures: ReadonlyMap<DateKind, unknown>;
  /** The dates by which the assets can be narrowed down. */
  readonly dates: readonly DateKind[];
  /** Why the facets could not be loaded. If the service was busy, they are loaded again after its `retry-after`. */
  readonly failure: unknown;
  /** Another object for each request. */
  readonly request: unknown;
  /** Loads all counts of the query after a short wait for its results, unless they were requested last. */
  show(): void;
  /** Loads all counts at once, and forgets the failure. */
  load(): void;
  /** Counts the years of a date. */
  loadYears(kind: DateKind): void;
  /** Aborts the requests. */
  stop(): void;
  /** Forgets all counts. */
  reset(): void;
}

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

/** Creates the counts of a query. Sends no request before `show` or `load`. */
export function openFacetCounts({ catalogue, place, isOpen, arrived, changed }: FacetCountsOptions): FacetCounts {
  const years = new Map<DateKind, readonly YearCount[]>();
  const yearFailures = new Map<DateKind, unknown>();
  const yearRetries = new Map<DateKind, BusyRetry>();
  let lists: readonly FacetList[] | undefined;
  let failure: unknown;
  /** Query and limits of `lists`. */
  let shown: FacetCountsOptions['place'] | undefined;
  /** Query and limits of the last request. */
  let requested: FacetCountsOptions['place'] | undefined;
  let request = new AbortController();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const busy = retryWhenBusy(() => begin(0));

  function dates(): readonly DateKind[] {
    const known = catalogue();
    return known ? [...facetNames(known).fieldDates, ...OWN_DATES] : OWN_DATES;
  }

  function stop(): void {
    clearTimeout(waiting);
    busy.stop();
    for (const retry of yearRetries.values()) retry.stop();
    request.abort();
  }

  function forgetYears(kind: DateKind): void {
    years.delete(kind);
    yearFailures.delete(kind);
  }

  function begin(wait: number): void {
    stop();
    request = new AbortController();
    const { query, limits } = place;
    requested = { query, limits };
    const { signal } = request;
    for (const kind of dates()) if (!isOpen(kind)) forgetYears(kind);
    waiting = setTimeout(() => void count(signal), wait);
  }

  async function count(signal: AbortSignal): Promise<void> {
    const known = catalogue();
    const { query, limits } = place;
    if (!known) return;
    try {
      const open = dates().filter(isOpen);
      const [found] = await Promise.all([
        loadFacetLists(known, query, limits, signal),
        // If this fails, only the dates of fields are missing.
        facetNames(known)
          .loadFacets()
          .catch(() => {}),
        ...open.map((kind) => countByYear(kind, signal)),
      ]);
      const others = dates().filter((kind) => isOpen(kind) && !open.includes(kind));
      await Promise.all(others.map((kind) => countByYear(kind, signal)));
      if (signal.aborted) return;
      const isNarrowed = shown?.query.text === query.text && shown?.query.node === query.node;
      lists = isNarrowed ? keepOrder(found, lists ?? []) : found;
      shown = { query, limits };
      failure = undefined;
      arrived(found, query, isNarrowed);
      changed();
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      busy.failed(error);
      changed();
    }
  }

  /** Never rejects: a date that cannot be counted says so in its own section. */
  async function countByYear(kind: DateKind, signal: AbortSignal): Promise<void> {
    const known = catalogue();
    if (!known) return;
    if (yearFailures.delete(kind)) changed();
    try {
      const counted = await countYears(known.client, place.query, place.limits, kind, signal);
      if (signal.aborted) return;
      years.set(kind, counted);
    } catch (error) {
      if (signal.aborted) return;
      years.delete(kind);
      yearFailures.set(kind, error);
      retryOf(kind).failed(error);
    }
    changed();
  }

  function loadYears(kind: DateKind): void {
    retryOf(kind).stop();
    void countByYear(kind, request.signal);
  }

  function retryOf(kind: DateKind): BusyRetry {
    const retry = yearRetries.get(kind) ?? retryWhenBusy(() => loadYears(kind));
    yearRetries.set(kind, retry);
    return retry;
  }

  return {
    get lists() {
      return lists;
    },
    years,
    yearFailures,
    get dates() {
      return dates();
    },
    get failure() {
      return failure;
    },
    get request() {
      return request;
    },
    show: () => {
      const { query, limits } = place;
      if (query === requested?.query && limits === requested.limits) return;
      if (lists) begin(query.text === shown?.query.text ? PATIENCE : PATIENCE_TYPING);
      else begin(0);
    },
    load: () => {
      failure = undefined;
      begin(0);
      changed();
    },
    loadYears,
    stop,
    reset: () => {
      lists = undefined;
      shown = undefined;
      requested = undefined;
      failure = undefined;
      years.clear();
      yearFailures.clear();
    },
  };
}
