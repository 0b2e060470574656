import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { openLaterPart } from '../catalogue/later-part.ts';
import type { ExpiryNote, expiryNote } from './expiry-note.ts';

/** Returns the note on the expiry of an asset; undefined without one, and until the scripts have loaded. */
export type ExpiryNotes = (catalogue: Catalogue, asset: Asset) => ExpiryNote | undefined;

/** Loads the scripts of notes with the first asset that has an end, because most catalogues have none. `loaded` is called then. */
export function openExpiryNotes(loaded: () => void): ExpiryNotes {
  let note: typeof expiryNote | undefined;
  const part = openLaterPart(
    () =>
      import('./expiry-note.ts').then((module) => {
        note = module.expiryNote;
      }),
    // Drawing again after a failure would try again without end. Lists work without notes until somebody moves them.
    () => note && loaded(),
  );
  return (catalogue, asset) => {
    if (typeof asset.valid_until === 'number') void part.load();
    return note?.(catalogue, asset);
  };
}
