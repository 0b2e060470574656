import type { FileCategory } from '../domain/facts.ts';
import type { Viewer } from '../domain/permissions.ts';

/**
 * What a listing is sorted by (decisions 4); ties always go by ID ascending, assets without a value come last in both
 * directions. Texts go by the locale's collation with numbers by value, asset types, users, dropdown items and referenced
 * nodes by their names in the locale, several references by their names in their order, joined; hidden nodes have no name.
 * Dates go by their instant, a date without a time by the start of that day in UTC; false comes before true. An empty text is
 * no value, nor is the size of a record that tells none. A field that doesn't exist has no values.
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

/** One word of a full text, or several that follow each other. */
export interface TextTerm {
  /** Folded (`wordsOf`), at least one. */
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isPrefix: boolean;
  /** What has it does not fit. */
  readonly isExcluded: boolean;
}

/** What an inclusive range may be of: instants in epoch milliseconds, bytes, pixels, or a number field. */
export type RangeField = 'uploaded' | 'modified' | 'size' | 'width' | 'height' | { readonly field: number };

/**
 * One end of a range of dates (decisions 5): the instant that values with a time are compared with, and the day that values
 * without one are compared with, as the start of that day in UTC. Both in epoch milliseconds.
 */
export interface DateBound {
  readonly instant: number;
  readonly day: number;
}

/**
 * A condition on an asset. Conditions are facts about the catalogue, free of parameter spelling. Unknown IDs fit nothing, and
 * what an asset has no value of, or only an unknown one, fits no range.
 */
export type Criterion =
  /** All of them; none: everything. */
  | { readonly kind: 'every'; readonly of: readonly Criterion[] }
  /** At least one of them; none: nothing. */
  | { readonly kind: 'some'; readonly of: readonly Criterion[] }
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
  /** Assigned to any node of these types that the viewer may view. */
  | { readonly kind: 'node_types'; readonly types: readonly number[] }
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  /**
   * Full text (decisions 5): none of the excluded terms, and of the others, if there are any, one or with `all` each. It covers
   * the file name, text fields in all languages, the extension, dropdown labels and the names of assigned and referenced nodes
   * in all languages; names of hidden nodes find nothing. With `field` it covers that text field alone. A phrase stands within
   * one of these texts, in one language.
   */
  | {
      readonly kind: 'text';
      readonly terms: readonly TextTerm[];
      readonly join: 'any' | 'all';
      readonly field?: number;
    }
  /** Lower case, without the dot. */
  | { readonly kind: 'extensions'; readonly values: readonly string[] }
  | { readonly kind: 'categories'; readonly values: readonly FileCategory[] }
  | { readonly kind: 'asset_types'; readonly ids: readonly number[] }
  /** Both ends belong to it; an absent one is open. */
  | { readonly kind: 'range'; readonly of: RangeField; readonly from?: number; readonly to?: number }
  | { readonly kind: 'dates'; readonly field: number; readonly from?: DateBound; readonly to?: DateBound }
  /** Any of these items of a dropdown field. */
  | { readonly kind: 'items'; readonly field: number; readonly ids: readonly number[] }
  /** No value is neither true nor false. */
  | { readonly kind: 'checkbox'; readonly field: number; readonly value: boolean }
  /** Names any of these nodes in a node reference field, with `recursive` anything below; hidden nodes find nothing. */
  | {
      readonly kind: 'references';
      readonly field: number;
      readonly nodes: readonly number[];
      readonly recursive: boolean;
    };

/** What matches can be counted by (decisions 4, facets). Of information fields: dropdowns, checkboxes, node references. */
export type FacetField =
  | { readonly by: 'extension' | 'category' | 'asset_type' }
  /** The nodes of a type that matches are assigned to. */
  | { readonly by: 'node_type'; readonly type: number }
  | { readonly by: 'info_field'; readonly field: number };

/** An extension, the number of a category, an ID, or the value of a checkbox; never counted 0. */
export interface FacetCount {
  readonly value: string | number | boolean;
  readonly count: number;
}

export interface AssetQuery {
  /** Every one must hold; none: every visible asset. */
  readonly all: readonly Criterion[];
  /** Where nothing fits `all`, what fits these is found in its stead. */
  readonly otherwise?: readonly Criterion[];
  /** The score of an asset is that of all full texts without `field` among the criteria, however deep. */
  readonly sort: readonly SortKey[];
  /** Language of names and collation: one of the catalogue's, or the default language. */
  readonly locale: string;
  /** Entries to skip and to return; past the end there are none. */
  readonly offset: number;
  readonly count: number;
  readonly facets?: {
    readonly fields: readonly FacetField[];
    /** Values of a facet at most; categories and checkboxes have few and are all given. */
    readonly limit: number;
  };
  readonly viewer: Viewer;
}

export interface AssetMatches {
  readonly ids: readonly number[];
  /** Exact number of all matches. */
  readonly total: number;
  /**
   * For each facet asked for, over all matches: highest count first, then by the value's name in the locale (an extension is its
   * own name), then by the value itself. The count of a node covers its visible sub-tree, each asset once; the root of a node
   * reference field counts only with `showRoot`, and a field without a root counts every node. A facet of anything else is empty.
   */
  readonly facets?: readonly (readonly FacetCount[])[];
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

/** Finds assets and nodes. Every answer is no older than the last commit before the call. `find` may throw `TooMuchWork`. */
export interface SearchIndex extends AsyncDisposable {
  find(query: AssetQuery, options: { signal: AbortSignal }): Promise<AssetMatches>;
  /**
   * Those of the assets that exist and that the viewer may view, told without reading them, and in the same time for hidden and
   * missing ones. What is left out is hidden or missing now; what is given may have been hidden a moment ago, so whoever reads it
   * looks once more.
   */
  visible(
    ids: readonly number[],
    options: { readonly viewer: Viewer; readonly signal: AbortSignal },
  ): Promise<ReadonlySet<number>>;
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

/** A question looks at more of the index than one question may: one with fewer or longer words may be asked. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  readonly entries: number;
  readonly most: number;

  constructor(entries: number, most: number) {
    super(`a question looks at ${Math.round(entries)} entries of the index, more than ${most}`);
    this.entries = Math.round(entries);
    this.most = most;
  }
}

/** The index is older than the catalogue and can't be waited for any longer. Asking again later helps. */
export class IndexBehind extends Error {
  override readonly name = 'IndexBehind';
}
