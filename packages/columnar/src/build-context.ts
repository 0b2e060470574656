import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { NumberedTexts } from './build-orders.ts';
import type { Dictionaries } from './dictionaries.ts';
import type { IndexedState } from './index-source.ts';
import type { NodeTree } from './node-tree.ts';
import type { RankColumn } from './segment.ts';

/** What building a segment needs besides its assets. */
export interface BuildContext {
  readonly model: CatalogueModel;
  readonly tree: NodeTree;
  readonly dictionaries: Dictionaries;
  /** Zone of local times. */
  readonly timeZone: string;
  /** Returns the mean rating of each of the assets that has one. */
  readonly ratings: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** Ranks the texts of all docs in one column: `name`, `original`, or the ID of a field. */
  readonly rank: (texts: NumberedTexts, language: string, column: string) => Promise<RankColumn>;
  readonly documents: IndexedState['documents'];
}
