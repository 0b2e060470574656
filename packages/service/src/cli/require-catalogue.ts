import { statSync } from 'node:fs';
import { databasePath } from '../catalogue/sqlite/database.ts';

/** Throws where the data folder holds no catalogue: a command that reads must not make one of a mistyped path. */
export function requireCatalogue(data: string): void {
  const found = statSync(databasePath(data), { throwIfNoEntry: false });
  // Of an empty file a catalogue would be made, too.
  if (!found || found.size === 0) throw new Error(`there is no catalogue in ${data}`);
}
