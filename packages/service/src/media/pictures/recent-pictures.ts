import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { type KeyedSource, renditionKey } from './key.ts';
import type { Plan } from './renderer.ts';
import type { PictureRendition } from './renditions.ts';

/** Pictures given lately in this thread: who asks for them again costs neither the disk nor another thread. */
export interface RecentPictures {
  find(source: KeyedSource, plan: Plan): PictureRendition | undefined;
  /** Only for pictures that stay as they are, not for placeholders. */
  keep(source: KeyedSource, plan: Plan, picture: PictureRendition): void;
}

/** `megabytes` bounds the pictures; those asked for least recently go first. */
export function openRecentPictures({ megabytes }: { readonly megabytes: number }): RecentPictures {
  const pictures = openRecentlyUsed<string, PictureRendition>({
    most: megabytes * 2 ** 20,
    sizeOf: ({ bytes }) => bytes.length,
  });
  return {
    find: (source, plan) => pictures.get(keyOf(source, plan)),
    keep: (source, plan, picture) => pictures.set(keyOf(source, plan), picture),
  };
}

/** A process has one renderer all along. */
function keyOf(source: KeyedSource, plan: Plan): string {
  return renditionKey(source, plan, '');
}
