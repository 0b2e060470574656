import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';

/** Commits in a row that one result gives way to; then its parts may be of several states. */
const MOST_TRIES = 5;

/** What `work` gives of one state of the catalogue: what changed meanwhile may show in a part of the result, so that is made anew. */
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
