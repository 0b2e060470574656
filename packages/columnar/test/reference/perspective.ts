import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';

/** The words of each own text of an asset: its name, its extension, and its text fields in each language. */
export type Texts = readonly { readonly of: 'name' | 'extension' | number; readonly words: readonly string[] }[];

/** What one query sees: everything at one revision, and its viewer. */
export interface Perspective {
  readonly model: CatalogueModel;
  readonly assets: readonly AssetRecord[];
  /** By asset. */
  readonly texts: ReadonlyMap<number, Texts>;
  /** Means of two decimals, by asset. */
  readonly ratings: ReadonlyMap<number, number>;
  readonly viewer: Viewer;
}
