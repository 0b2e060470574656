import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Viewer } from '../../domain/permissions.ts';
import type { TextTerm } from '../search-index.ts';
import type { Dictionaries } from './dictionaries.ts';
import type { KnownTerm, Scored } from './known-term.ts';
import type { Labels } from './labels.ts';
import type { NodeTree } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import type { LinkColumn } from './segment.ts';

/** What a query is answered with besides the segments: the model and the trees of the moment, and who asks. */
export interface Scope {
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
  readonly tree: NodeTree;
  /** 1 at the numbers of nodes that are hidden from the viewer or deleted: nothing is found or counted through them. */
  readonly skipped: Uint8Array;
  /** True where the column links any doc to such a node. */
  hasSkipped(column: LinkColumn): boolean;
  readonly labels: Labels;
  /** What is known of a term in a segment; undefined where that is nothing. */
  known(segment: OpenSegment, term: TextTerm): KnownTerm | undefined;
  /** What scores need of a term that is known. */
  scored(segment: OpenSegment, term: TextTerm, known: KnownTerm): Scored;
  readonly dictionaries: Dictionaries;
  /** Ranks of names that were needed so far. */
  readonly ranks: Map<string, Float64Array>;
}
