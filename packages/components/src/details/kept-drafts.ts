/** Drafts of reviews, which last as long as the window: nobody writes twice what a key or a link has taken away. */
import { readStored, writeStored } from '../catalogue/stored.ts';
import type { Draft } from './reviews.ts';

/** The draft that a person has left for an asset of a service. */
export interface KeptDraft {
  /** Names the asset and its service. */
  readonly key: string;
  /** Undefined if none was left. */
  read(): Draft | undefined;
  /** Keeps a draft, or forgets it if it is undefined or empty. */
  keep(draft: Draft | undefined): void;
}

const PREFIX = 'abs-draft ';

/** Returns the draft of an asset; `base` is the address of its service. */
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

/** Forgets all drafts, which nobody who comes after this person may read. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has none.
  }
}
