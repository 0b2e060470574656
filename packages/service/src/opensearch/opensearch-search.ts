/** The search index in OpenSearch: asks it with the model of the revision that is published. */

import type { ModelSource } from '../../../columnar/src/columnar-search.ts';
import { type LabelSearch, type LabelWords, openLabels } from '../../../columnar/src/labels.ts';
import {
  type AssetMatches,
  type AssetQuery,
  CannotCompare,
  type Criterion,
  IndexBehind,
  type SearchIndex,
  SearchUnreachable,
  type Seen,
  TooFar,
} from '../../../columnar/src/search-index.ts';
import { untilAborted } from '../../../core/src/concurrency/until-aborted.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { NodeSuggestions } from '../../../core/src/domain/suggest.ts';
import { ask, type Found, type Question } from './ask.ts';
import { range } from './clauses.ts';
import type { Client } from './client.ts';
import { facetOf, facetQuestions } from './facets.ts';
import { filterOf } from './filters.ts';
import { near } from './near.ts';
import { readSubtreeCounts, subtreeCounts, valuesOf } from './node-counts.ts';
import { ASSIGNED, existing, LINKED, type Scope } from './scope.ts';
import { scoreOf, sortOf } from './sorting.ts';
import type { Published } from './state.ts';

/** Largest offset: the engine sorts everything before it anew for each page, which takes 1.5 s at this offset. */
const MAX_OFFSET = 100_000;
/**
 * Maximum number of tries to get index and model of one revision, after which the index may be newer than the model, and to ask at
 * a point in time that is open.
 */
const MAX_TRIES = 5;

interface Options {
  readonly catalogue: ModelSource;
  readonly client: Client;
  /** Waits until every commit before the call is in the index, and returns what is published then. */
  reach(): Promise<Published>;
  /** How long a query waits until its revision is published. */
  readonly waitSeconds: number;
}

export function openOpenSearch({ catalogue, client, reach, waitSeconds }: Options): SearchIndex {
  let published: Published | undefined;
  let asked: Promise<void> | undefined;
  let words: LabelWords = new Map();
  const labels = new WeakMap<CatalogueModel, LabelSearch>();
  const suggestions = new NodeSuggestions();

  async function newest(revision: number): Promise<Published> {
    while (published === undefined || published.revision < revision) {
      asked ??= reach()
        .then((now) => {
          published = now;
        })
        .finally(() => {
          asked = undefined;
        });
      await asked;
    }
    return published;
  }

  async function reachRevision(revision: number, signal: AbortSignal): Promise<Published> {
    const timeout = AbortSignal.timeout(waitSeconds * 1000);
    try {
      return await untilAborted(newest(revision), AbortSignal.any([signal, timeout]));
    } catch (cause) {
      signal.throwIfAborted();
      if (timeout.aborted) throw new IndexBehind(`the search index was not up to date within ${waitSeconds} s`);
      if (cause instanceof SearchUnreachable) throw cause;
      throw new IndexBehind('the search index cannot be brought up to date', { cause });
    }
  }

  async function snapshot(signal: AbortSignal) {
    for (let tries = 1, atLeast = 0; ; tries++) {
      signal.throwIfAborted();
      const { model } = await catalogue.snapshot({ atLeast });
      const now = await reachRevision(model.revision, signal);
      if (now.revision === model.revision || tries === MAX_TRIES) return { model, published: now };
      atLeast = now.revision;
    }
  }

  function labelsOf(model: CatalogueModel): LabelSearch {
    return labels.getOrInsertComputed(model, () => {
      const made = openLabels(model, words);
      words = made.words;
      return made.labels;
    });
  }

  /** Runs `use` with model and index of one revision; again if the point in time is gone. */
  async function at<Result>(
    { viewer, validAt }: Seen,
    signal: AbortSignal,
    use: (scope: Scope, askNow: (question: Question) => Promise<Found>) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const { model, published: now } = await snapshot(signal);
      const scope: Scope = { model, viewer: viewer.at(model), validAt, labels: labelsOf(model) };
      try {
        return await use(scope, (question) => ask(client, now.pit, question, signal));
      } catch (error) {
        // A data node that dies takes the points in time of its shards with it; the indexer publishes another.
        if (published === now) published = undefined;
        if (!(error instanceof IndexBehind)) throw error;
        if (tries === MAX_TRIES) throw new SearchUnreachable(error.message, { cause: error.cause });
      }
    }
  }

  return {
    capabilities: {
      localeCollation: false,
      exactRelevance: false,
      everyNearWord: false,
      mostOffset: MAX_OFFSET,
      comparesPictures: false,
    },
    find: async (query, { signal }) => {
      if (query.offset > MAX_OFFSET) throw new TooFar(MAX_OFFSET);
      return await at(query, signal, async (scope, askNow) => {
        const found = await find(query, query.all, scope, askNow);
        if (found.total > 0 || !query.otherwise) return found;
        return { ...(await find(query, query.otherwise, scope, askNow)), isOtherwise: true as const };
      });
    },
    visible: (ids, { signal, ...seen }) =>
      at(seen, signal, async (scope, askNow) => {
        const filter = [...existing(scope), filterOf({ kind: 'ids', ids }, scope)];
        return new Set((await askNow({ filter, size: ids.length })).ids);
      }),
    nextBoundary: (instant, { viewer, signal }) =>
      at({ viewer }, signal, async (scope, askNow) => {
        const least = (field: string) => ({
          filter: range(field, instant + 1),
          aggs: { next: { min: { field } } },
        });
        const aggs = { from: least('from'), until: least('until') };
        const { counts } = await askNow({ filter: existing(scope), aggs });
        const nexts = ['from', 'until'].map((field) => (counts[field] as unknown as MinAnswer).next.value);
        const known = nexts.filter((next) => next !== null);
        return known.length === 0 ? undefined : Math.min(...known);
      }),
    similar: async () => {
      throw new CannotCompare('the search engine cannot compare pictures');
    },
    duplicates: async () => {
      throw new CannotCompare('the search engine cannot compare pictures');
    },
    countByNode: ({ type, recursive, references, ...seen }, { signal }) =>
      at(seen, signal, async (scope, askNow) => {
        const links = references ? LINKED : ASSIGNED;
        const filter = existing(scope);
        const ofType = ([id, count]: readonly [number, number]) =>
          count > 0 && scope.model.trees.get(id)?.type === type && scope.viewer.canViewNode(id);
        if (recursive) {
          const { counts } = await askNow({ filter, aggs: subtreeCounts('n', links, scope) });
          return new Map([...readSubtreeCounts('n', counts, scope)].filter(ofType));
        }
        const { counts } = await askNow({ filter, aggs: { n: valuesOf(links.direct) } });
        const all = (counts['n']?.buckets ?? []).map(({ key, doc_count }) => [Number(key), doc_count] as const);
        return new Map(all.filter(ofType));
      }),
    near: (sought, { asPrefixes, within, signal, ...seen }) =>
      at(seen, signal, (scope, askNow) => near(sought, { asPrefixes, within }, scope, askNow)),
    suggest: async (text, { signal, ...options }) => {
      signal.throwIfAborted();
      const { model } = await catalogue.snapshot();
      return suggestions.of(model, text, options);
    },
    [Symbol.asyncDispose]: async () => {
      await asked?.catch(() => {});
    },
  };
}

interface MinAnswer {
  readonly next: { readonly value: number | null };
}

async function find(
  { sort, locale, offset, count, facets }: AssetQuery,
  criteria: readonly Criterion[],
  scope: Scope,
  askNow: (question: Question) => Promise<Found>,
): Promise<AssetMatches> {
  const isScored = sort.some(({ by }) => by === 'score');
  const fields = facets?.fields ?? [];
  const { ids, total, counts } = await askNow({
    filter: [...existing(scope), ...criteria.map((each) => filterOf(each, scope))],
    ...(isScored && { should: scoreOf(criteria, scope) }),
    from: offset,
    size: count,
    sort: sortOf(sort, locale, scope),
    aggs: Object.assign({}, ...fields.map((field, place) => facetQuestions(`f${place}`, field, scope))),
  });
  return {
    ids,
    total,
    ...(facets && {
      facets: fields.map((field, place) => facetOf(`f${place}`, field, counts, { limit: facets.limit, locale }, scope)),
    }),
  };
}
