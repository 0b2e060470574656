import { statSync } from 'node:fs';
import { databasePath } from '../catalogue/sqlite/database.ts';

/**
 * Throws if the data folder contains no catalogue, so that a command that only reads doesn't create one at a mistyped
 * path.
 */
export function requireCatalogue(data: string): void {
  const found = statSync(databasePath(data), { throwIfNoEntry: false });
  // Opening an empty file would also create a catalogue.
  if (!found || found.size === 0) throw new Error(`there is no catalogue in ${data}`);
}
