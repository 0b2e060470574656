/** Asks for documents at a point in time. */
import { IndexBehind, SearchUnreachable, TooMuchWork } from '../../../columnar/src/search-index.ts';
import type { Clause } from './clauses.ts';
import { type Client, Refused } from './client.ts';
import type { Buckets } from './node-counts.ts';
import { KEEP_ALIVE } from './points-in-time.ts';

/** Limit of the engine for all conditions of a search together (`indices.query.bool.max_clause_count`). */
const MAX_CONDITIONS = 1024;
const CONDITION = /"(?:term|terms|prefix|range|match_phrase|match_phrase_prefix)":/g;

export interface Question {
  /** Conditions that all must match. */
  readonly filter: readonly Clause[];
  /** What adds to the score. */
  readonly should?: readonly Clause[];
  readonly from?: number;
  readonly size?: number;
  readonly sort?: readonly Clause[];
  readonly aggs?: Readonly<Record<string, Clause>>;
  readonly suggest?: Readonly<Record<string, Clause>>;
}

export interface Found {
  readonly ids: readonly number[];
  readonly total: number;
  /** Answers to `aggs`, by name. */
  readonly counts: Readonly<Record<string, Buckets & { readonly value?: number | null }>>;
  readonly suggest: Readonly<Record<string, readonly { readonly options: readonly { readonly text: string }[] }[]>>;
}

interface SearchAnswer {
  readonly timed_out: boolean;
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly fields: { readonly id: readonly [number] } }[];
  };
  readonly aggregations?: Readonly<
    Record<string, Buckets & { readonly doc_count_error_upper_bound?: number; readonly sum_other_doc_count?: number }>
  >;
  readonly suggest?: Found['suggest'];
}

/** Resolves with exact numbers. Rejects with `IndexBehind` if the point in time is gone. */
export async function ask(client: Client, pit: string, question: Question, signal: AbortSignal): Promise<Found> {
  const { filter, should = [], from = 0, size = 0, sort, aggs = {}, suggest } = question;
  // Statistics of one shard would differ from those of another.
  const type = should.length > 0 ? '&search_type=dfs_query_then_fetch' : '';
  try {
    const { body } = await client.send<SearchAnswer>({
      method: 'POST',
      path: `/_search?allow_partial_search_results=false&cancel_after_time_interval=15s${type}`,
      signal,
      body: {
        pit: { id: pit, keep_alive: KEEP_ALIVE },
        query: { bool: { filter, ...(should.length > 0 && { should }) } },
        track_total_hits: true,
        ...{ from, size, aggs, stored_fields: '_none_', docvalue_fields: ['id'] },
        ...(sort && size > 0 && { sort }),
        ...(suggest && { suggest }),
      },
    });
    if (body.timed_out) throw new SearchUnreachable('search.url: the search took too long');
    const counts = body.aggregations ?? {};
    for (const each of Object.values(counts)) {
      if ((each.doc_count_error_upper_bound ?? 0) !== 0 || (each.sum_other_doc_count ?? 0) !== 0)
        throw new Error('the search engine left out counts');
    }
    return {
      ids: body.hits.hits.map(({ fields }) => fields.id[0]),
      total: body.hits.total.value,
      counts,
      suggest: body.suggest ?? {},
    };
  } catch (error) {
    if (error instanceof Refused && error.status === 404)
      throw new IndexBehind('the search index changed during the search', { cause: error });
    if (
      error instanceof Refused &&
      /too_many_(?:nested_)?clauses|maxClauseCount/.test(`${error.type} ${error.message}`)
    )
      throw new TooMuchWork(JSON.stringify([filter, should]).match(CONDITION)?.length ?? 0, MAX_CONDITIONS);
    throw error;
  }
}
