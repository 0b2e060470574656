/** Lists of assets that the index finds: content of nodes, and searches. */
import type { Asset } from '../domain/model.ts';
import { type Catalogue, MAX_ASSETS_AT_ONCE } from '../ports/catalogue.ts';
import type { AssetMatches, AssetQuery, Criterion, SortKey } from '../ports/search-index.ts';
import { visible } from './assets.ts';
import { type AssetEntry, assetEntries, type EntryOptions } from './entries.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';
import type { Window } from './result-controls.ts';

/** What is listed, and how it is shown. */
export interface Listing {
  readonly all: readonly Criterion[];
  /** Empty: by name. */
  readonly sort: readonly SortKey[];
  readonly window: Window;
  readonly entries: EntryOptions;
  readonly facets?: AssetQuery['facets'];
}

/** The entries of a list, its total where paging was asked for, and what was found. */
export interface Listed {
  readonly data: AssetEntry[];
  readonly total?: number;
  readonly matches: AssetMatches;
}

/** Asks the index, and reads what it found. */
export async function listAssets(listing: Listing, context: Context<Shape>): Promise<Listed> {
  const { locale, viewer, services, signal } = context;
  const { all, sort, window, entries, facets } = listing;
  const matches = await services.search.find(
    {
      all,
      sort: sort.length > 0 ? sort : [{ by: 'name', descending: false }],
      locale,
      offset: window.offset,
      count: window.count,
      viewer,
      ...(facets ? { facets } : {}),
    },
    { signal },
  );
  // What was found a moment ago may have been moved to where the caller may not see it.
  const assets = visible(await readAll(matches.ids, services.catalogue), context);
  const total = window.total(matches.total);
  return {
    data: assetEntries(assets, entries, context),
    ...(total === undefined ? {} : { total }),
    matches,
  };
}

/** In steps: a catalogue reads so many at once, and a page may be larger. */
export async function readAll(ids: readonly number[], catalogue: Catalogue): Promise<readonly Asset[]> {
  const assets: Asset[] = [];
  for (let from = 0; from < ids.length; from += MAX_ASSETS_AT_ONCE) {
    assets.push(...(await catalogue.assets(ids.slice(from, from + MAX_ASSETS_AT_ONCE))));
  }
  return assets;
}
