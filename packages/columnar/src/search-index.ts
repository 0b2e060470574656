import type { FileCategory } from '../../core/src/domain/file-properties.ts';
import type { TextPlace, TextTerm } from '../../core/src/domain/full-text.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import type { Orientation } from '../../core/src/domain/orientation.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import type { DurationClass } from '../../core/src/domain/playing-time.ts';
import type { Validity } from '../../core/src/domain/validity.ts';

/**
 * A sort key of a listing (interface decisions 4). Ties are ordered by ascending ID. Assets without a value come last in both
 * directions.
 * - Texts sort by the locale's collation, with numbers by value.
 * - Asset types, users, dropdown items and referenced nodes sort by their names in the locale. Several references sort by
 *   their names joined in order; hidden nodes have no name.
 * - Dates sort by their instant, local times by that in the configured zone; a date without a time is the start of that day
 *   there.
 * - False comes before true.
 * - Pixels are width times height. Ratings are means of two decimals, as `review.do` gives them.
 * - An empty text, a size that the record does not state, no pixels, no playing time, no rating and a field that does not
 *   exist count as no value.
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
        | 'uploaded_by'
        | 'duration'
        | 'pixels'
        | 'rating';
    }
  /** Relevance to the full text; without full text, all assets are equal. */
  | { readonly by: 'score' }
  | { readonly by: 'info_field'; readonly field: number };

export type SortKey = SortField & { readonly descending: boolean };

/** What an inclusive range applies to: epoch milliseconds, bytes, pixels, seconds, or the value of a number field. */
export type RangeField =
  | 'uploaded'
  | 'modified'
  | 'size'
  | 'width'
  | 'height'
  | 'duration'
  | { readonly field: number };

/** One end of a date range in epoch milliseconds: `day`, the start of a day in the configured zone, is for values without one. */
export interface DateBound {
  readonly instant: number;
  readonly day: number;
}

/**
 * A condition on an asset, expressed in terms of the catalogue and independent of parameter syntax. Unknown IDs match
 * nothing. Assets without a value, or with only an unknown one, match no range.
 */
export type Criterion =
  /** Matches if all criteria match; an empty list matches everything. */
  | { readonly kind: 'every'; readonly of: readonly Criterion[] }
  /** Matches if at least one criterion matches; an empty list matches nothing. */
  | { readonly kind: 'some'; readonly of: readonly Criterion[] }
  /**
   * Assigned to any of these nodes or, with `recursive`, to any of their descendants. `references` includes node
   * reference fields. Nodes hidden from the viewer match nothing.
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
   * Full text (interface decisions 5). Matches assets that have none of the excluded terms and, of the other terms, at
   * least one or, with `all`, every one; if all terms are excluded ones, nothing else is required. Covers the file
   * name, text fields in all languages, the extension, dropdown labels, and the names of assigned and referenced nodes
   * and of the nodes above them that are not of a permission-defining type, in all languages; names of hidden nodes
   * match nothing; and the text of the file, each page of which is a text of its own (`TextTerm.within`). With `field`,
   * covers only that text field. A phrase must occur within a single one of these texts, in one language.
   */
  | {
      readonly kind: 'text';
      readonly terms: readonly TextTerm[];
      readonly join: 'any' | 'all';
      readonly field?: number;
    }
  /** Extensions in lower case, without the dot. */
  | { readonly kind: 'extensions'; readonly values: readonly string[] }
  | { readonly kind: 'categories'; readonly values: readonly FileCategory[] }
  | { readonly kind: 'asset_types'; readonly ids: readonly number[] }
  /** Any of these; a panorama is a landscape, too. */
  | { readonly kind: 'orientations'; readonly values: readonly Orientation[] }
  | { readonly kind: 'durations'; readonly values: readonly DurationClass[] }
  /** Licences as facets name them (`licence.ts`), and short names of source types. */
  | { readonly kind: 'licences' | 'source_types'; readonly values: readonly string[] }
  /** In one of these states at an instant. */
  | { readonly kind: 'validity'; readonly states: readonly Validity[]; readonly at: EpochMs }
  /** Both ends are inclusive; a missing end is open. */
  | { readonly kind: 'range'; readonly of: RangeField; readonly from?: number; readonly to?: number }
  | { readonly kind: 'dates'; readonly field: number; readonly from?: DateBound; readonly to?: DateBound }
  /** Has at least one of these items in a dropdown field. */
  | { readonly kind: 'items'; readonly field: number; readonly ids: readonly number[] }
  /** An asset without a value matches neither true nor false. */
  | { readonly kind: 'checkbox'; readonly field: number; readonly value: boolean }
  /** References any of these nodes in a field or, with `recursive`, their descendants. Hidden nodes match nothing. */
  | {
      readonly kind: 'references';
      readonly field: number;
      readonly nodes: readonly number[];
      readonly recursive: boolean;
    };

/**
 * A property to count matches by (interface decisions 4, facets). Fields can be dropdowns, checkboxes or node
 * references.
 */
export type FacetField =
  | {
      readonly by: 'extension' | 'category' | 'asset_type' | 'orientation' | 'duration' | 'licence' | 'source_type';
    }
  /** The state at an instant. */
  | { readonly by: 'validity'; readonly at: EpochMs }
  /** Nodes of one type that the matches are assigned to. */
  | { readonly by: 'node_type'; readonly type: number }
  | { readonly by: 'info_field'; readonly field: number };

/**
 * A facet value: an extension, a licence, a source type, a state, an orientation, a class of playing times, the number of a
 * category, an ID, or the value of a checkbox. `count` is at least 1.
 */
export interface FacetCount {
  readonly value: string | number | boolean;
  readonly count: number;
}

/** For whom assets exist, and when. */
export interface Seen {
  readonly viewer: Viewer;
  /**
   * Instant at which assets that are not valid don't exist, but for viewers who are exempt from it (`Viewer.isAnyTime`).
   * Absent: they exist.
   */
  readonly validAt?: EpochMs | undefined;
}

export interface AssetQuery extends Seen {
  /** Criteria that must all match; an empty list matches every visible asset. */
  readonly all: readonly Criterion[];
  /** Fallback criteria that replace `all` if `all` matches nothing. */
  readonly otherwise?: readonly Criterion[];
  /** Most significant first. The score covers all full texts without `field` among the criteria, at any depth. */
  readonly sort: readonly SortKey[];
  /** Language of names and collation: one of the catalogue's languages or the default language. */
  readonly locale: string;
  /** Number of entries to skip; `count` is the number to return. A page past the end is empty. */
  readonly offset: number;
  readonly count: number;
  readonly facets?: {
    readonly fields: readonly FacetField[];
    /** Maximum number of values per facet. Those of few values, such as categories, are always complete. */
    readonly limit: number;
  };
}

/** One page of matches, with counts over all of them. */
export interface AssetMatches {
  readonly ids: readonly number[];
  /** Exact number of matches, not only those of this page. */
  readonly total: number;
  /** True if these are the matches of `AssetQuery.otherwise`. */
  readonly isOtherwise?: true;
  /**
   * Counts over all matches, one list per requested facet, ordered by descending count, then by the value's name in the
   * locale (extensions, licences and source types are their own names; states have none), then by the value itself. The count
   * of a node covers its visible sub-tree, with each asset counted once. The root of a node reference field is listed only
   * with `showRoot`; a field without a root lists every node. Any other kind of field gives an empty facet.
   */
  readonly facets?: readonly (readonly FacetCount[])[];
}

/** Asks how many assets each node of one type has. */
export interface NodeCountQuery extends Seen {
  readonly type: number;
  /** Counts distinct assets of the whole sub-tree instead of only the node itself. */
  readonly recursive: boolean;
  /** Also counts assets that reference the node through a node reference field. */
  readonly references: boolean;
}

/** Asks for the assets that match all criteria and whose pictures look like that of another asset. */
export interface SimilarQuery extends Seen, Pick<AssetQuery, 'all' | 'offset' | 'count'> {
  readonly asset: number;
  /** From 0, alike, to 1, nothing in common. */
  readonly maxDistance: number;
}

/** One page of pictures, the nearest first, ties by ID, without the one that they look like. */
export interface SimilarMatches {
  readonly matches: readonly { readonly id: number; readonly distance: number }[];
  readonly total: number;
  /** Number of assets that the viewer may see and at whose pictures nobody has looked yet. */
  readonly pending: number;
}

/** Asks for groups of assets with the same file, or with pictures that look nearly the same. */
interface DuplicatesQuery extends Seen, Pick<AssetQuery, 'offset' | 'count'> {
  /** Of the asset with the lowest ID of a group to each of the others, as in `SimilarQuery`. */
  readonly maxDistance: number;
}

/** Assets that the viewer may see, in ascending order of ID; at least two. Each asset is in at most one of each kind. */
export interface DuplicateGroup {
  readonly kind: 'exact' | 'near';
  readonly ids: readonly number[];
}

/** One page of the groups that were found in time: the largest first, ties by lowest ID, then exact before near. */
export interface Duplicates extends Pick<SimilarMatches, 'total' | 'pending'> {
  readonly groups: readonly DuplicateGroup[];
  /**
   * Number of visible assets that could not be compared in time, so that near groups may be missing; a later question has more.
   * 0 if the groups are all.
   */
  readonly uncompared: number;
}

/** What an index promises. Engines on other machines may promise less; the contract suite tests what is declared. */
export interface SearchCapabilities {
  /** Texts and names sort by the locale's collation, with numbers by value; otherwise in an order of the engine. */
  readonly localeCollation: boolean;
  /** Scores are those of `score.ts`; otherwise near them, with statistics of the engine. */
  readonly exactRelevance: boolean;
  /** `near` has every near word with the number of assets; otherwise rare ones may lack. */
  readonly everyNearWord: boolean;
  /** The largest offset at which `find` answers; beyond it throws `TooFar`. Infinite if there is none. */
  readonly mostOffset: number;
  /** `similar` and `duplicates` answer; otherwise they throw `CannotCompare`. */
  readonly comparesPictures: boolean;
}

/** What an index promises that holds back nothing. */
export const EXACT: SearchCapabilities = {
  localeCollation: true,
  exactRelevance: true,
  everyNearWord: true,
  mostOffset: Number.POSITIVE_INFINITY,
  comparesPictures: true,
};

/**
 * Finds assets and nodes. `find` and `similar` may throw `TooMuchWork`. Engines on other machines may throw
 * `SearchUnreachable`.
 */
export interface SearchIndex extends AsyncDisposable {
  readonly capabilities: SearchCapabilities;
  find(query: AssetQuery, options: { signal: AbortSignal }): Promise<AssetMatches>;
  /**
   * Returns those of the assets that exist and that the viewer may view. It does not read the records, and it takes the
   * same time for hidden and missing assets. Omitted assets are hidden or missing now. Returned assets may have been
   * hidden a moment ago, so callers that read a record must check again.
   */
  visible(ids: readonly number[], options: Seen & { readonly signal: AbortSignal }): Promise<ReadonlySet<number>>;
  /**
   * Returns the next instant after `at` at which an asset that the viewer may view begins or ends to be valid, whether it
   * is valid now or not; undefined if none ever does.
   */
  nextBoundary(
    at: EpochMs,
    options: { readonly viewer: Viewer; readonly signal: AbortSignal },
  ): Promise<EpochMs | undefined>;
  /** Finds nothing if the viewer may not see the asset, or if it has no features. */
  similar(query: SimilarQuery, options: { signal: AbortSignal }): Promise<SimilarMatches>;
  /** May take seconds in a large catalogue, after each change of it, and gives way to other queries meanwhile. */
  duplicates(query: DuplicatesQuery, options: { signal: AbortSignal }): Promise<Duplicates>;
  /**
   * Counts distinct visible assets per node ID; nodes without any may be missing. Each asset counts once per node,
   * however it is reached. For each node, exactly those assets count that the `nodes` criterion finds.
   */
  countByNode(query: NodeCountQuery, options: { signal: AbortSignal }): Promise<ReadonlyMap<number, number>>;
  /**
   * For each word that no asset of the viewer has, nor with `asPrefixes` a word that begins with it, returns the words near
   * it that some asset of the viewer has, by fewest edits, then by most assets, then by alphabet; at most `NEAR_WORDS`.
   * Undefined for the other words. They are words of names, fields and nodes, and have assets as terms have (`within`).
   */
  near(words: readonly string[], options: NearOptions): Promise<readonly (readonly NearWord[] | undefined)[]>;
  /**
   * Returns node names with a word that begins with `text` (interface decisions 6, suggest): first those that begin
   * with `text`, then alphabetically in the locale's collation, without duplicates, at most `limit`. Only nodes that
   * the viewer may view are included. A name is the one that the viewer reads: in the locale, or by the fallback that
   * applies to every text (interface decisions 3). The words of a longer text must be consecutive in the name, with any
   * separators between them, and the last may be unfinished. A text without any word returns no names.
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

/** How `near` looks for words. */
export interface NearOptions extends Seen {
  readonly asPrefixes: boolean;
  readonly within?: TextPlace | undefined;
  readonly signal: AbortSignal;
}

/** A word that few edits make of another: one of words of four letters, two of eight. Swapping neighbours is one. */
export interface NearWord {
  readonly word: string;
  readonly edits: number;
  /** Number of assets that the viewer finds by it. */
  readonly assets: number;
}

/** Maximum number of words that `near` returns for one word. */
export const NEAR_WORDS = 100;

/** The query would read more index entries than one query may. A query with fewer or longer words may succeed. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  readonly entries: number;
  readonly most: number;

  constructor(entries: number, most: number) {
    super(`the search would read ${Math.round(entries)} index entries, more than ${most}`);
    this.entries = Math.round(entries);
    this.most = most;
  }
}

/** The page begins further down than the engine reaches (`SearchCapabilities.mostOffset`). */
export class TooFar extends Error {
  override readonly name = 'TooFar';
  readonly most: number;

  constructor(most: number) {
    super(`the engine lists assets only up to place ${most}`);
    this.most = most;
  }
}

/** The engine can't compare pictures (`SearchCapabilities.comparesPictures`). */
export class CannotCompare extends Error {
  override readonly name = 'CannotCompare';
}

/** The engine can't be reached, or fails. A retry may succeed later. The message names the setting to check, and no secret. */
export class SearchUnreachable extends Error {
  override readonly name: string = 'SearchUnreachable';
}

/** The index is behind the catalogue and did not catch up in time. A retry may succeed later. */
export class IndexBehind extends Error {
  override readonly name = 'IndexBehind';
}
