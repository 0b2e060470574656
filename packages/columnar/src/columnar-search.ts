import { SingleFlight } from '../../core/src/concurrency/single-flight.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import { type NodeName, nodeNamesIn, suggestFrom } from '../../core/src/domain/suggest.ts';
import { duplicates } from './duplicates.ts';
import { find } from './find.ts';
import { countByNode } from './node-counts.ts';
import type { DuplicateGroup, SearchIndex } from './search-index.ts';
import { pendingIn, similar } from './similar.ts';
import { type IndexSnapshot, openSnapshots } from './snapshots.ts';
import type { TermCacheLimits } from './term-cache.ts';
import type { ViewData } from './view.ts';

/** A source of views: an indexer, or another thread that has one. */
export interface ViewSource extends AsyncDisposable {
  /** Returns a view of this revision or a later one; the same object while nothing changes. */
  reach(revision: number, options: { signal: AbortSignal }): ViewData | Promise<ViewData>;
}

/** The model of the catalogue whose assets the views hold. */
export interface ModelSource {
  /** Returns the newest model, of the revision `atLeast` or a later one. */
  snapshot(options?: { readonly atLeast?: number }): Promise<{ readonly model: CatalogueModel }>;
}

/** Maximum number of tries to get view and model of one revision; then names may be newer than the assets. */
const MAX_TRIES = 5;

/** Opens a search index over the views of a source and the model of a catalogue. */
export function openColumnarSearch({
  catalogue,
  views,
  terms,
  maxEntries,
}: {
  readonly catalogue: ModelSource;
  readonly views: ViewSource;
  /** Which terms to cache; defaults to `TERM_CACHE_LIMITS`. */
  readonly terms?: TermCacheLimits;
  /** Maximum number of index entries that one search may read; unlimited by default. */
  readonly maxEntries?: number;
}): SearchIndex {
  const open = openSnapshots(terms);
  const names = new WeakMap<CatalogueModel['trees'], Map<string, readonly NodeName[]>>();

  async function snapshot(signal: AbortSignal) {
    for (let tries = 1, atLeast = 0; ; tries++) {
      signal.throwIfAborted();
      const { model } = await catalogue.snapshot({ atLeast });
      const data = await views.reach(model.revision, { signal });
      // A view must be read with the model of its own revision, so that no half-applied change shows.
      if (data.revision === model.revision || tries === MAX_TRIES) return open(data, model);
      atLeast = data.revision;
    }
  }

  return {
    capabilities: { exactTotals: true, localeCollation: true, immediateFreshness: true },
    find: async (query, { signal }) => {
      const { view, perspective } = await snapshot(signal);
      return find(view, perspective(query.viewer), query, maxEntries);
    },
    visible: async (ids, { viewer, signal }) => {
      // If the current view has all the assets, that is enough, because callers check the records again. Only a missing
      // asset needs the newest view.
      const data = await views.reach(0, { signal });
      const { model } = await catalogue.snapshot();
      const found = visibleIn(open(data, model), ids, viewer);
      if (data.revision >= model.revision || ids.every((id) => found.has(id))) return found;
      return visibleIn(await snapshot(signal), ids, viewer);
    },
    similar: async (query, { signal }) => {
      const { view, perspective } = await snapshot(signal);
      return similar(view, perspective(query.viewer), query, maxEntries);
    },
    duplicates: async ({ viewer, maxDistance, offset, count }, { signal }) => {
      const { view, perspective, cached } = await snapshot(signal);
      const own = perspective(viewer);
      const key = JSON.stringify(['duplicates', maxDistance, viewer.key]);
      const shared: SharedGroups = cached(key, () => ({ flight: new SingleFlight() }));
      const start = (left: AbortSignal) => duplicates(view, own, maxDistance, left);
      shared.groups ??= await shared.flight.join('', signal, start);
      const { groups } = shared;
      return { groups: groups.slice(offset, offset + count), total: groups.length, pending: pendingIn(view, own) };
    },
    countByNode: async (query, { signal }) => {
      const { view, perspective, cached } = await snapshot(signal);
      const { type, recursive, references, viewer } = query;
      return cached(JSON.stringify([type, recursive, references, viewer.key]), () =>
        countByNode(view, perspective(viewer), query),
      );
    },
    suggest: async (text, { signal, ...options }) => {
      signal.throwIfAborted();
      const { model } = await catalogue.snapshot();
      const inLocale = names
        .getOrInsertComputed(model.trees, () => new Map())
        .getOrInsertComputed(options.locale, () => nodeNamesIn(model, options.locale));
      return suggestFrom(inLocale, text, options);
    },
    [Symbol.asyncDispose]: () => views[Symbol.asyncDispose](),
  };
}

/** All groups of one viewer at one revision: found once, together for all who ask for them. */
interface SharedGroups {
  readonly flight: SingleFlight<readonly DuplicateGroup[]>;
  groups?: readonly DuplicateGroup[];
}

function visibleIn({ view, perspective }: IndexSnapshot, ids: readonly number[], viewer: Viewer): ReadonlySet<number> {
  const own = perspective(viewer);
  const found = new Set<number>();
  for (const [place, { open }] of view.segments.entries()) {
    const docs = Uint32Array.from(ids.map((id) => open.docOf(id)).filter((doc) => doc !== undefined));
    for (const doc of own.visible(place, docs)) found.add(open.columns.ids[doc] as number);
  }
  return found;
}
