import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { openReader } from '../../../src/catalogue/sqlite/database.ts';
import { getOrMake } from '../../../src/concurrency/get-or-make.ts';
import type { CatalogueModel } from '../../../src/domain/catalogue-model.ts';
import { type NodeName, nodeNamesIn, suggestFrom } from '../../../src/domain/suggest.ts';
import type { AssetQuery, SearchIndex, SortKey } from '../../../src/search/search-index.ts';
import { countByNode } from './count-by-node.ts';
import { facetOf } from './facets.ts';
import { matchingIds } from './matches.ts';
import { fillOwnTexts } from './own-texts.ts';
import type { Perspective } from './perspective.ts';
import { type PreOrder, preOrderOf } from './pre-order.ts';
import { type Ranks, sortByRanks } from './ranks.ts';
import { scoresOf } from './scores.ts';
import { readSnapshot } from './snapshot.ts';
import { rankKey, ranksBy } from './sort-fields.ts';

/**
 * Opens the search in plain SQL over the catalogue of a data directory: the reference that faster indexes are compared with.
 * It reads through a connection of its own; the caller closes it before the catalogue. Every answer is computed in one go,
 * so a signal can only stop it before it begins.
 */
export function openSqlSearch({ directory, catalogue }: { directory: string; catalogue: Catalogue }): SearchIndex {
  const database = openReader(directory);
  const orders = new LRUCache<string, PreOrder>({ max: 1 });
  const counts = new LRUCache<string, ReadonlyMap<number, number>>({ max: 128 });
  const ranks = new LRUCache<string, Ranks>({ max: 24 });
  let textsOf: number | undefined;
  const names = new LRUCache<string, readonly NodeName[]>({ max: 8 });

  const read = <T>(signal: AbortSignal, work: (model: CatalogueModel) => T): T => {
    signal.throwIfAborted();
    return readSnapshot(database, catalogue, work);
  };

  /** Creates the tables for full-text search if they are of another revision. */
  function readTexts(model: CatalogueModel, { all, otherwise }: AssetQuery): void {
    if (textsOf === model.revision || !JSON.stringify([all, otherwise]).includes('"text"')) return;
    const fields = [...model.infoFields.values()].filter(({ type, onAssets }) => type === 'text' && onAssets);
    fillOwnTexts(database, new Set(fields.map(({ id }) => id)));
    textsOf = model.revision;
  }

  function ranksOf(key: SortKey, ids: readonly number[], query: AssetQuery, perspective: Perspective): Ranks {
    if (key.by === 'score') return scoresOf(database, ids, query.all, perspective);
    const { locale, viewer } = query;
    return getOrMake(ranks, `${perspective.model.revision} ${rankKey(key, locale, viewer)}`, () =>
      ranksBy(database, key, locale, perspective),
    );
  }

  return {
    capabilities: { exactTotals: true, localeCollation: true, immediateFreshness: true },
    find: async (asked, { signal }) =>
      read(signal, (model) => {
        const perspective = { model, viewer: asked.viewer };
        readTexts(model, asked);
        const matching = matchingIds(database, asked.all, perspective);
        const isOther = matching.length === 0 && asked.otherwise !== undefined;
        const query = isOther ? { ...asked, all: asked.otherwise } : asked;
        const ids = isOther ? matchingIds(database, query.all, perspective) : matching;
        const keys = query.sort.map((key) => ({
          ranks: ranksOf(key, ids, query, perspective),
          descending: key.descending,
        }));
        const { facets } = query;
        return {
          ids: sortByRanks(ids, keys).slice(query.offset, query.offset + query.count),
          total: ids.length,
          ...(facets
            ? {
                facets: facets.fields.map((field) =>
                  facetOf(database, field, ids, perspective, { limit: facets.limit, locale: query.locale }),
                ),
              }
            : {}),
        };
      }),

    visible: async (ids, { viewer, signal }) =>
      read(signal, (model) => new Set(matchingIds(database, [{ kind: 'ids', ids }], { model, viewer }))),

    countByNode: async (query, { signal }) =>
      read(signal, (model) => {
        const { type, recursive, references, viewer } = query;
        return getOrMake(counts, JSON.stringify([model.revision, type, recursive, references, viewer.key]), () => {
          const order = getOrMake(orders, String(model.revision), () => preOrderOf(model.trees));
          return countByNode(database, order, { model, viewer }, query);
        });
      }),

    suggest: async (text, { signal, ...options }) =>
      read(signal, (model) => {
        const { locale } = options;
        return suggestFrom(
          getOrMake(names, `${model.revision} ${locale}`, () => nodeNamesIn(model, locale)),
          text,
          options,
        );
      }),

    [Symbol.asyncDispose]: async () => database.close(),
  };
}
