import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';

/**
 * The words of each own text of an asset: its name, its extension, its text fields in each language, and the pages of
 * its file.
 */
export type Texts = readonly {
  readonly of: 'name' | 'extension' | 'page' | number;
  readonly words: readonly string[];
}[];

/** What one query sees: everything at one revision, and its viewer. */
export interface Perspective {
  readonly model: CatalogueModel;
  readonly assets: readonly AssetRecord[];
  /** By asset. */
  readonly texts: ReadonlyMap<number, Texts>;
  readonly viewer: Viewer;
}
