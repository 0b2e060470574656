/** Drafts of reviews last as long as the window, so that no one loses a text by following a link or pressing a key by mistake. */
import { readStored, writeStored } from '../catalogue/stored.ts';
import type { Draft } from './reviews.ts';

/** The stored draft of a review of an asset. */
export interface KeptDraft {
  /** Identifies the asset and its service. */
  readonly key: string;
  /** Returns undefined if there is no draft. */
  read(): Draft | undefined;
  /** Stores the draft, or deletes the stored one if it is undefined or empty. */
  keep(draft: Draft | undefined): void;
}

const PREFIX = 'abs-draft ';

/** Returns the stored draft of an asset; `base` is the base address of its service. */
export function keptDraft(base: string, asset: number): KeptDraft {
  const key = `${PREFIX}${base} ${asset}`;
  const storage = () => sessionStorage;
  return {
    key,
    read: () => {
      const { review, rating, comment } = (readStored(key, storage) ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof comment !== 'string') return undefined;
      return {
        comment,
        ...(typeof review === 'string' && { review }),
        ...(typeof rating === 'number' && { rating }),
      };
    },
    keep: (draft) => writeStored(key, draft && (draft.comment || draft.rating) ? draft : undefined, storage),
  };
}

/** Deletes all drafts, so that the next person at this browser cannot read them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // The browser stores nothing.
  }
}
