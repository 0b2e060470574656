import { LRUCache } from 'lru-cache';
import { type KeyedSource, renditionKey } from './key.ts';
import type { Plan } from './renderer.ts';
import type { PictureRendition } from './renditions.ts';

/** A per-thread cache of recently delivered pictures, which saves disk reads and messages to other threads. */
export class RecentPictures {
  readonly #pictures: LRUCache<string, PictureRendition>;

  /** `megabytes` limits the total size of the pictures. Evicts the least recently used ones. */
  constructor({ megabytes }: { readonly megabytes: number }) {
    this.#pictures = new LRUCache({
      maxSize: Math.max(1, Math.floor(megabytes * 2 ** 20)),
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    });
  }

  find(source: KeyedSource, plan: Plan): PictureRendition | undefined {
    return this.#pictures.get(keyOf(source, plan));
  }

  /** Caches a picture. Not for placeholders, because a later try may replace them. */
  add(source: KeyedSource, plan: Plan, picture: PictureRendition): void {
    this.#pictures.set(keyOf(source, plan), picture);
  }
}

/** The key needs no renderer version, because a process uses one renderer throughout its life. */
function keyOf(source: KeyedSource, plan: Plan): string {
  return renditionKey(source, plan, '');
}
