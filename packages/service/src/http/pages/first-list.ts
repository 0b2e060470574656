import { listSettings } from '../../api/node.do/about.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Config } from '../../config/settings.ts';
import { openEndpointModels } from '../context.ts';

/** What the first list of the page at `/` depends on, as JSON; undefined while the catalogue can't be read. */
export type FirstList = () => Promise<string | undefined>;

/** Opens the reading of what the page would else have to ask for before it can ask for its first list. */
export function openFirstList(catalogue: Catalogue, config: Config): FirstList {
  const modelOf = openEndpointModels();
  return async () => {
    const snapshot = await catalogue.snapshot().catch(() => undefined);
    return snapshot && JSON.stringify(listSettings({ settings: config, model: modelOf(snapshot.model, config) }));
  };
}
