import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type DateKind, OWN_DATES } from './date-ranges.ts';
import { type FacetList, keepOrder, loadFacetLists } from './facet-lists.ts';
import { facetNames } from './facet-names.ts';
import { countYears, type YearCount } from './years.ts';

/** How many assets of a query each value of its facets has, as far as it is known. */
export interface FacetCounts {
  /** Undefined until they have arrived for the first time. Those of the query before stay until then. */
  readonly lists: readonly FacetList[] | undefined;
  /** The years of the dates that are open. */
  readonly years: ReadonlyMap<DateKind, readonly YearCount[]>;
  /** The dates by which the assets can be narrowed down. */
  readonly dates: readonly DateKind[];
  /** Why they could not be loaded; undefined if they were. A busy service is asked again when it wants to be. */
  readonly failure: unknown;
  /** Stands for the latest request. */
  readonly request: unknown;
  /** Loads them, unless those of the query were asked for last. Waits a moment for the results, which matter more. */
  show(): void;
  /** Loads them at once. */
  load(): void;
  /** Counts the years of a date. */
  loadYears(kind: DateKind): void;
  /** Ends the requests. */
  stop(): void;
  /** Forgets what was counted. */
  reset(): void;
}

/** What is counted, and whom it is told. */
export interface FacetCountsOptions {
  readonly catalogue: () => Catalogue | undefined;
  readonly place: { readonly query: AssetQuery; readonly limits: AssetQuery };
  readonly isOpen: (kind: DateKind) => boolean;
  /** Called with new lists. `isNarrowed` if they are of the same words and node as those before. */
  readonly arrived: (lists: readonly FacetList[], query: AssetQuery, isNarrowed: boolean) => void;
  /** Called when something has arrived or failed. */
  readonly changed: () => void;
}

/** Milliseconds by which counting waits for the results; longer while somebody types. */
const PATIENCE = 60;
const PATIENCE_TYPING = 200;

/** Opens the counts of a query. Sends nothing before `show` or `load`. */
export function openFacetCounts({ catalogue, place, isOpen, arrived, changed }: FacetCountsOptions): FacetCounts {
  const years = new Map<DateKind, readonly YearCount[]>();
  let lists: readonly FacetList[] | undefined;
  let failure: unknown;
  /** What the lists are of. */
  let shown: FacetCountsOptions['place'] | undefined;
  /** What was asked for last. */
  let asked: FacetCountsOptions['place'] | undefined;
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
    request.abort();
  }

  function begin(wait: number): void {
    stop();
    request = new AbortController();
    const { query, limits } = place;
    asked = { query, limits };
    const { signal } = request;
    for (const kind of dates()) if (!isOpen(kind)) years.delete(kind);
    waiting = setTimeout(() => void count(signal), wait);
  }

  function failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    failure = error;
    busy.failed(error);
    changed();
  }

  async function count(signal: AbortSignal): Promise<void> {
    const known = catalogue();
    const { query, limits } = place;
    if (!known) return;
    try {
      const open = dates().filter(isOpen);
      const [found] = await Promise.all([
        loadFacetLists(known, query, limits, signal),
        // Without the fields, only the facets of their dates are missing.
        facetNames(known)
          .loadFacets()
          .catch(() => {}),
        ...open.map((kind) => countOf(kind, signal)),
      ]);
      const others = dates().filter((kind) => isOpen(kind) && !open.includes(kind));
      await Promise.all(others.map((kind) => countOf(kind, signal)));
      if (signal.aborted) return;
      const isNarrowed = shown?.query.text === query.text && shown?.query.node === query.node;
      lists = isNarrowed ? keepOrder(found, lists ?? []) : found;
      shown = { query, limits };
      failure = undefined;
      arrived(found, query, isNarrowed);
      changed();
    } catch (error) {
      failed(error, signal);
    }
  }

  async function countOf(kind: DateKind, signal: AbortSignal): Promise<void> {
    const known = catalogue();
    if (!known) return;
    const counted = await countYears(known.client, place.query, place.limits, kind, signal);
    if (signal.aborted) return;
    years.set(kind, counted);
    changed();
  }

  return {
    get lists() {
      return lists;
    },
    years,
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
      if (query === asked?.query && limits === asked.limits) return;
      if (lists) begin(query.text === shown?.query.text ? PATIENCE : PATIENCE_TYPING);
      else begin(0);
    },
    load: () => begin(0),
    loadYears: (kind) => {
      const { signal } = request;
      countOf(kind, signal).catch((error) => failed(error, signal));
    },
    stop,
    reset: () => {
      lists = undefined;
      shown = undefined;
      asked = undefined;
      failure = undefined;
      years.clear();
    },
  };
}
