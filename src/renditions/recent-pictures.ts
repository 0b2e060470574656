import type { Plan } from '../ports/renderer.ts';
import { type KeyedSource, renditionKey } from './key.ts';
import type { PictureRendition } from './renditions.ts';

/** Pictures given lately in this thread: who asks for them again costs neither the disk nor another thread. */
export interface RecentPictures {
  find(source: KeyedSource, plan: Plan): PictureRendition | undefined;
  /** Only for pictures that stay as they are, not for placeholders. */
  keep(source: KeyedSource, plan: Plan, picture: PictureRendition): void;
}

/** `megabytes` bounds the pictures; those asked for least recently go first. */
export function openRecentPictures({ megabytes }: { readonly megabytes: number }): RecentPictures {
  const maxBytes = megabytes * 2 ** 20;
  const pictures = new Map<string, PictureRendition>();
  let bytes = 0;
  return {
    find(source, plan) {
      const key = keyOf(source, plan);
      const found = pictures.get(key);
      if (found === undefined) return undefined;
      pictures.delete(key);
      pictures.set(key, found);
      return found;
    },
    keep(source, plan, picture) {
      const key = keyOf(source, plan);
      bytes += picture.bytes.length - (pictures.get(key)?.bytes.length ?? 0);
      pictures.delete(key);
      pictures.set(key, picture);
      for (const [oldest, { bytes: gone }] of pictures) {
        if (bytes <= maxBytes) return;
        pictures.delete(oldest);
        bytes -= gone.length;
      }
    },
  };
}

/** A process has one renderer all along. */
function keyOf(source: KeyedSource, plan: Plan): string {
  return renditionKey(source, plan, '');
}
