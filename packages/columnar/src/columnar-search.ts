import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import { NodeSuggestions } from '../../core/src/domain/suggest.ts';
import { duplicates } from './duplicates.ts';
import { find } from './find.ts';
import { near } from './near.ts';
import { nextBoundary } from './next-boundary.ts';
import { countByNode } from './node-counts.ts';
import { EXACT, type SearchIndex, type Seen } from './search-index.ts';
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

/** Maximum number of tries to get view and model of one revision; then the view may be newer than the model. */
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
  const closed = new AbortController();
  const suggestions = new NodeSuggestions();

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
    capabilities: EXACT,
    find: async (query, { signal }) => {
      const { view, perspective } = await snapshot(signal);
      return find(view, perspective(query), query, maxEntries);
    },
    visible: async (ids, { signal, ...seen }) => {
      // If the current view has all the assets, that is enough, because callers check the records again. Only a missing
      // asset needs the newest view.
      const data = await views.reach(0, { signal });
      const { model } = await catalogue.snapshot();
      const found = visibleIn(open(data, model), ids, seen);
      if (data.revision >= model.revision || ids.every((id) => found.has(id))) return found;
      return visibleIn(await snapshot(signal), ids, seen);
    },
    nextBoundary: async (at, { viewer, signal }) => {
      const { perspective } = await snapshot(signal);
      return nextBoundary(perspective({ viewer }), at);
    },
    similar: async (query, { signal }) => {
      const { view, perspective } = await snapshot(signal);
      return similar(view, perspective(query), query, maxEntries);
    },
    duplicates: async ({ maxDistance, offset, count, ...seen }, { signal }) => {
      const { perspective } = await snapshot(signal);
      const own = perspective(seen);
      const pending = pendingIn(own);
      const { groups, uncompared } = await duplicates(own, maxDistance, { signal, closed: closed.signal });
      return { groups: groups.slice(offset, offset + count), total: groups.length, pending, uncompared };
    },
    countByNode: async (query, { signal }) => {
      const { perspective } = await snapshot(signal);
      return countByNode(perspective(query), query);
    },
    near: async (words, { asPrefixes, within, signal, ...seen }) => {
      const { perspective } = await snapshot(signal);
      return near(words, { perspective: perspective(seen), asPrefixes, within });
    },
    suggest: async (text, { signal, ...options }) => {
      signal.throwIfAborted();
      const { model } = await catalogue.snapshot();
      return suggestions.of(model, text, options);
    },
    [Symbol.asyncDispose]: async () => {
      closed.abort();
      await views[Symbol.asyncDispose]();
    },
  };
}

function visibleIn({ perspective }: IndexSnapshot, ids: readonly number[], seen: Seen): ReadonlySet<number> {
  const found = new Set<number>();
  for (const segment of perspective(seen).segments) {
    const { open } = segment;
    const docs = Uint32Array.from(ids.map((id) => open.docOf(id)).filter((doc) => doc !== undefined));
    for (const doc of segment.visible(docs)) found.add(open.columns.ids[doc] as number);
  }
  return found;
}
