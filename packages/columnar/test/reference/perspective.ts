import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import type { Seen } from '../../src/search-index.ts';

/**
 * The words of each own text of an asset: its name, its extension, its text fields in each language, and the pages of
 * its file.
 */
export type Texts = readonly {
  readonly of: 'name' | 'extension' | 'page' | number;
  readonly words: readonly string[];
}[];

/** What one query sees: everything at one revision, its viewer, and the instant. */
export interface Perspective extends Seen {
  readonly model: CatalogueModel;
  readonly assets: readonly AssetRecord[];
  /** By asset. */
  readonly texts: ReadonlyMap<number, Texts>;
  /** Means of two decimals, by asset. */
  readonly ratings: ReadonlyMap<number, number>;
}
