import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Updatable } from '../catalogue/later-part.ts';
import type { ExpiryNote, expiryNote } from './expiry-note.ts';

/** Returns the note on the expiry of an asset; undefined without one, and until the scripts have loaded. */
export type ExpiryNotes = (catalogue: Catalogue, asset: Asset) => ExpiryNote | undefined;

/** Loads the scripts of notes with the first asset that may need one, as most catalogues have none, and then updates `host`. */
export function openExpiryNotes(host: Updatable): ExpiryNotes {
  let note: typeof expiryNote | undefined;
  let isRequested = false;

  async function load(): Promise<void> {
    isRequested = true;
    try {
      ({ expiryNote: note } = await import('./expiry-note.ts'));
      host.requestUpdate();
    } catch {
      // The next drawing tries again. Drawing now would try without end, and lists work without notes.
      isRequested = false;
    }
  }

  return (catalogue, asset) => {
    const mayNeed = [asset.valid_from, asset.valid_until, asset.source_type].some((each) => (each ?? null) !== null);
    if (mayNeed && !isRequested) void load();
    return note?.(catalogue, asset);
  };
}
