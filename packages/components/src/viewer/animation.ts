import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { readAtMost } from '../download/read-at-most.ts';
import { hasManyFrames } from './gif-frames.ts';
import { Memory } from './memory.ts';

/**
 * Largest GIF that is played, in bytes. It is loaded whenever somebody steps to it, even on a phone, and browsers keep all frames
 * in memory, which takes many times the bytes of the file.
 */
const MAX_ANIMATION_BYTES = 20e6;

/** An animated GIF on top of its preview, its first frame. It is paused at first for people who want less motion. */
export class Animation {
  readonly #changed: () => void;
  readonly #controller = new AbortController();
  readonly #memory = new Memory<'animation'>();
  #image: HTMLImageElement | undefined;
  #isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;

  constructor(catalogue: Catalogue, asset: Asset, changed: () => void) {
    this.#changed = changed;
    // Without it, the preview stays: the person may not download the file, or the service does not deliver animations.
    this.#load(catalogue, asset).catch(() => {});
  }

  /** True once the file has arrived and turned out to have several frames. */
  get canMove(): boolean {
    return this.#image !== undefined;
  }

  /** The playing picture; undefined while paused. */
  get image(): HTMLImageElement | undefined {
    return this.#isMoving ? this.#image : undefined;
  }

  /** Plays or pauses it, once it has arrived. */
  readonly toggle = (): void => {
    if (!this.#image) return;
    this.#isMoving = !this.#isMoving;
    this.#changed();
  };

  close(): void {
    this.#controller.abort();
    this.#memory.close();
  }

  async #load({ client, tokenProvider }: Catalogue, { id, version }: Asset): Promise<void> {
    const { signal } = this.#controller;
    const query = { preview: id, version, type: 'animation' } as const;
    const file = await readAtMost(await client.asset.preview(query, { signal }), MAX_ANIMATION_BYTES);
    if (!file || !hasManyFrames(new Uint8Array(await file.arrayBuffer())) || signal.aborted) return;
    const image = Object.assign(new Image(), { alt: '', draggable: false, className: 'moving' });
    // Browsers that have read the file without a token have it in their cache.
    image.src = tokenProvider ? this.#memory.keep('animation', file) : client.asset.preview.url(query);
    await image.decode();
    if (signal.aborted) return;
    this.#image = image;
    this.#changed();
  }
}
