import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import type { CachedTerm, Scored } from './cached-term.ts';
import type { Clause } from './clauses.ts';
import type { Dictionaries } from './dictionaries.ts';
import type { LabelSearch } from './labels.ts';
import type { NodeTree } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Criterion } from './search-index.ts';
import type { LinkColumn } from './segment.ts';
import type { Averages, TextCounts } from './text-counts.ts';

/** What a query needs besides the segments: the current model and trees, and the viewer. */
export interface Scope {
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
  readonly tree: NodeTree;
  /** 1 for nodes, by number, that are hidden or deleted. Nothing is found or counted through them. */
  readonly skipped: Uint8Array;
  /** Returns true if the column links any doc to a skipped node. */
  hasSkipped(column: LinkColumn): boolean;
  readonly labels: LabelSearch;
  /** Returns the cached data of a term in a segment, if any. */
  cachedTerm(segment: OpenSegment, term: TextTerm): CachedTerm | undefined;
  scored(segment: OpenSegment, term: TextTerm, cached: CachedTerm): Scored;
  // An order may tell nothing of what is hidden, so relevance depends on what the viewer sees now.
  textCounts(): TextCounts;
  averages(): Averages;
  /** Counts the docs of a segment (its index in the view) that the viewer sees now. */
  countSeen(segment: number, found: CachedTerm | { readonly docs: Uint32Array }): number;
  readonly dictionaries: Dictionaries;
  /** Clauses made so far: a query first estimates their cost and then runs them. */
  readonly clauses: WeakMap<OpenSegment, Map<Criterion, Clause>>;
  /** Ranks of names computed so far. */
  readonly ranks: Map<string, Float64Array>;
}
