import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';

/** Most attempts. If a commit interrupts each of them, the parts of the last result may be of several revisions. */
const MOST_TRIES = 5;

/**
 * Runs `work` on one revision of the catalogue. Repeats it after a commit, because a part of the result may show that
 * change.
 */
export async function inOneState<Value>(
  catalogue: Pick<Catalogue, 'model' | 'revision'>,
  model: CatalogueModel,
  work: (model: CatalogueModel) => Promise<Value>,
): Promise<Value> {
  for (let tries = 1, state = model; ; tries++, state = catalogue.model()) {
    const value = await work(state);
    if (tries === MOST_TRIES || catalogue.revision() === state.revision) return value;
  }
}
