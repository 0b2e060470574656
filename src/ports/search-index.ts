import type { Viewer } from '../domain/permissions.ts';

/**
 * What a listing is sorted by (decisions 4); ties always go by ID ascending, assets without a value come last in both
 * directions. Texts go by the locale's collation with numbers by value, asset types, users, dropdown items and referenced
 * nodes by their names in the locale, several references by their names in their order, joined; hidden nodes have no name.
 * Dates go by their instant, a date without a time by the start of that day in UTC; false comes before true. An empty text is
 * no value, nor is the size 0 of a record without a file. A field that doesn't exist has no values.
 */
export type SortField =
  | {
      readonly by:
        | 'id'
        | 'name'
        | 'size'
        | 'uploaded'
        | 'modified'
        | 'extension'
        | 'asset_type'
        | 'original'
        | 'uploaded_by';
    }
  /** How well the full text fits; without full text all assets are equal. */
  | { readonly by: 'score' }
  | { readonly by: 'info_field'; readonly field: number };

export type SortKey = SortField & { readonly descending: boolean };

/** One condition on an asset. Conditions are facts about the catalogue, free of parameter spelling. Unknown IDs fit nothing. */
export type Criterion =
  /**
   * Assigned to any of these nodes, with `recursive` to anything below; `references` counts node reference fields as well.
   * What hangs on a node hidden from the viewer is not found through that node.
   */
  | {
      readonly kind: 'nodes';
      readonly ids: readonly number[];
      readonly recursive: boolean;
      readonly references: boolean;
    }
  | { readonly kind: 'ids'; readonly ids: readonly number[] };

export interface AssetQuery {
  /** Every one must hold; none: every visible asset. */
  readonly all: readonly Criterion[];
  readonly sort: readonly SortKey[];
  /** Language of names and collation. */
  readonly locale: string;
  /** Entries to skip and to return; past the end there are none. */
  readonly offset: number;
  readonly count: number;
  readonly viewer: Viewer;
}

export interface AssetMatches {
  readonly ids: readonly number[];
  /** Exact number of all matches. */
  readonly total: number;
}

export interface NodeCountQuery {
  /** Node type whose nodes are counted. */
  readonly type: number;
  /** Distinct assets of the whole sub-tree instead of the node itself. */
  readonly recursive: boolean;
  /** Also assets that reference the node through a node reference field. */
  readonly references: boolean;
  readonly viewer: Viewer;
}

/** Finds assets and nodes. Every answer is no older than the last commit before the call. */
export interface SearchIndex extends AsyncDisposable {
  find(query: AssetQuery, options: { signal: AbortSignal }): Promise<AssetMatches>;
  /**
   * Distinct visible assets per node ID; nodes without any may be missing. Each asset counts once per node however it is
   * reached, and exactly the assets count that the `nodes` criterion finds for that node.
   */
  countByNode(query: NodeCountQuery, options: { signal: AbortSignal }): Promise<ReadonlyMap<number, number>>;
  /**
   * Node names with a word that begins with `text` (decisions 6, suggest): names beginning with it first, then
   * alphabetically in the locale's collation, each once, at most `limit`, only nodes the viewer may view. Names are those
   * that the viewer reads: in the locale, else by the fallback of every text (decisions 3). The words of a longer text follow
   * each other in the name, whatever stands between them, and the last may be unfinished. A text without any word finds none.
   */
  suggest(
    text: string,
    options: {
      readonly type?: number;
      readonly limit: number;
      readonly locale: string;
      readonly viewer: Viewer;
      signal: AbortSignal;
    },
  ): Promise<readonly string[]>;
}
