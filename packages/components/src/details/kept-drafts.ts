/** Drafts of reviews, which last as long as the window: nobody writes twice what a key or a link has taken away. */
import { readStored, writeStored } from '../catalogue/stored.ts';
import type { Draft } from './reviews.ts';

/** The draft that a person has left for an asset of a service. */
export interface KeptDraft {
  /** Undefined if none was left. */
  read(): Draft | undefined;
  /** Keeps a draft, or forgets it if it is undefined or empty. */
  keep(draft: Draft | undefined): void;
}

/** Returns the draft of an asset; `base` is the address of its service. */
export function keptDraft(base: string, asset: number): KeptDraft {
  const key = `abs-draft ${base} ${asset}`;
  const storage = () => sessionStorage;
  return {
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
