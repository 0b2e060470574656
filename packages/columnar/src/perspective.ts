import { LRUCache } from 'lru-cache';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import type { EpochMs } from '../../core/src/domain/model.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import { averageLength } from '../../core/src/domain/score.ts';
import type { CachedTerm } from './cached-term.ts';
import type { LabelSearch } from './labels.ts';
import type { NodeTree } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import { Rights } from './rights.ts';
import type { Scope } from './scope.ts';
import type { FacetCount } from './search-index.ts';
import { SeenSegment } from './seen-segment.ts';
import { openTermCache, type TermCache, type TermCacheLimits, type TermStore } from './term-cache.ts';
import { type Averages, countsWithout, type TextCounts, textCountsOf } from './text-counts.ts';
import type { ValidWindow } from './valid-window.ts';
import type { View } from './view.ts';

/** Maximum number of cached facets over everything visible, per viewer. */
const MAX_FACETS = 64;
/** Maximum number of cached results of `countByNode`, per viewer. */
const MAX_COUNTS = 128;

/** What the perspectives of all viewers share, except for `number` and `window`. */
export interface PerspectiveParts {
  readonly model: CatalogueModel;
  readonly tree: NodeTree;
  readonly labels: LabelSearch;
  readonly terms: TermStore;
  readonly limits: TermCacheLimits;
  /** The viewer's number, different for each viewer and window. */
  readonly number: number;
  /** Given where docs that are not valid are hidden: the span of time for which the perspective holds. */
  readonly window?: ValidWindow | undefined;
}

/**
 * What one viewer may see of a view, with the caches for that viewer. Where docs that are not valid are hidden, it is
 * what is seen at the instant last given to `moveTo`.
 */
export class Perspective {
  /** In the order of `view.segments`. */
  readonly segments: readonly SeenSegment[];
  /** True if docs that are not valid are hidden. */
  readonly hidesInvalid: boolean;
  /** Cached facets over everything visible, by field, limit and locale. Most visitors' first query asks for these. */
  readonly facets = new LRUCache<string, readonly FacetCount[]>({ max: MAX_FACETS });
  /** Cached results of `countByNode`, by its options. */
  readonly counts = new LRUCache<string, ReadonlyMap<number, number>>({ max: MAX_COUNTS });
  readonly #view: View;
  /** What the scopes of all queries share. */
  readonly #scope: Pick<
    Scope,
    'model' | 'viewer' | 'tree' | 'skipped' | 'hasSkipped' | 'labels' | 'dictionaries' | 'ranks'
  >;
  readonly #terms: TermCache;
  #countedInWindow: TextCounts | undefined;
  #counted: TextCounts | undefined;
  #averages: Averages | undefined;

  constructor(
    view: View,
    { model, tree, labels, terms: store, limits, number, window }: PerspectiveParts,
    viewer: Viewer,
  ) {
    const rights = new Rights(model, tree, viewer);
    const { skipped } = rights;
    const { dictionaries } = view;
    const hasSkipped: Scope['hasSkipped'] = (column) => rights.hasSkipped(column);
    this.segments = view.segments.map((segment, i) => new SeenSegment(segment, rights, window?.segments[i]));
    this.hidesInvalid = window !== undefined;
    this.#view = view;
    this.#scope = { model, viewer, tree, skipped, hasSkipped, labels, dictionaries, ranks: new Map() };
    this.#terms = openTermCache({ segments: this.segments, store, viewer: number, limits });
  }

  /** Moves to an instant of the window; does nothing without a window. */
  moveTo(at: EpochMs): void {
    // Each must move, so the first that has moved is not enough.
    const moved = this.segments.filter((segment) => segment.moveTo(at));
    if (moved.length === 0) return;
    this.facets.clear();
    this.counts.clear();
    this.#counted = undefined;
  }

  newScope(): Scope {
    // Another query may put a term into the cache while this one runs, so each query keeps to its first answer for a term
    // and segment.
    const cached = new Map<TextTerm, Map<OpenSegment, CachedTerm | undefined>>();
    const scope: Scope = {
      ...this.#scope,
      clauses: new WeakMap(),
      cachedTerm: (segment, term) =>
        cached
          .getOrInsertComputed(term, () => new Map())
          .getOrInsertComputed(segment, () => this.#terms.request(segment, term, scope)),
      scored: (segment, term, of) => this.#terms.scored(segment, term, of, scope),
      textCounts: () => this.#textCounts(),
      averages: () => this.#averagesNow(),
      countSeen: (segment, found) => (this.segments[segment] as SeenSegment).count(found),
    };
    return scope;
  }

  #textCounts(): TextCounts {
    this.#countedInWindow ??= this.#countInWindow();
    this.#counted ??= countsWithout(
      this.#countedInWindow,
      textCountsOf(this.segments.map(({ open, gone }) => [open, gone])),
    );
    return this.#counted;
  }

  #countInWindow(): TextCounts {
    if (!this.segments.every((segment) => segment.seesAll()))
      return textCountsOf(this.segments.map((segment) => [segment.open, segment.allInWindow()]));
    const { assetCount: assets, wordCount: words, documents, documentWords } = this.#view;
    return { assets, words, documents, documentWords };
  }

  #averagesNow(): Averages {
    const { assets, words, documents, documentWords } = this.#textCounts();
    const [ofTexts, ofDocuments] = [averageLength(words, assets), averageLength(documentWords, documents)];
    if (ofTexts !== this.#averages?.ofTexts || ofDocuments !== this.#averages.ofDocuments)
      this.#averages = { ofTexts, ofDocuments };
    return this.#averages;
  }
}
