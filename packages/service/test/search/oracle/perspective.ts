import type { CatalogueModel } from '../../../src/domain/catalogue-model.ts';
import type { Viewer } from '../../../src/domain/permissions.ts';

/** What one query sees: the model of its snapshot, and its viewer. */
export interface Perspective {
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
}
