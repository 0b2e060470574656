import type { Catalogue } from '../catalogue/catalogue.ts';
import { PROGRAM_VERSION } from '../config/package.ts';
import type { Config } from '../config/settings.ts';
import type { SharedServices } from './process-calls.ts';
import { openUnknownNameCount } from './unknown-names.ts';

/**
 * Returns a function that reads what `/health` shows. Of names that the catalogue lacks it shows only the number,
 * because anyone may request it; the log has the names. It never waits for the catalogue: whoever asks whether the process
 * lives must not take an outage of the database for a process that hangs.
 */
export function openHealth(config: Config, catalogue: Catalogue, { missing }: SharedServices) {
  const countUnknown = openUnknownNameCount(config);
  const ofCatalogue = () => {
    const model = modelIfReadable(catalogue);
    return model && { revision: model.revision, namesUnknown: countUnknown(model) };
  };
  return async () => ({ version: PROGRAM_VERSION, ...ofCatalogue(), missing });
}

/** Returns the newest model in memory, without a wait; undefined also if a local catalogue can't be read. */
export function modelIfReadable(catalogue: Catalogue) {
  try {
    return catalogue.modelAtHand();
  } catch {
    return undefined;
  }
}
