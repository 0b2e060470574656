import type { CatalogueModel } from '../../../src/domain/catalogue-model.ts';
import type { Viewer } from '../../../src/domain/permissions.ts';

/** What one question sees: the model of the snapshot it reads, and the eyes it is asked for. */
export interface Perspective {
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
}
