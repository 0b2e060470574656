import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { readAtMost } from '../download/read-at-most.ts';
import { extensionOf } from './extension-of.ts';
import { hasManyFrames } from './gif-frames.ts';
import { openMemory } from './memory.ts';

/** An animated GIF on top of its preview, its first frame. */
export interface Animation {
  /** True once the file has arrived and turned out to have several frames. */
  readonly canMove: boolean;
  /** The playing picture; undefined while paused. */
  readonly image: HTMLImageElement | undefined;
  /** Plays or pauses it, once it has arrived. */
  toggle(): void;
  close(): void;
}

/**
 * Largest GIF that is played, in bytes. It is loaded whenever somebody steps to it, even on a phone, and browsers keep all frames in
 * memory, which takes many times the bytes of the file.
 */
const MAX_ANIMATION_BYTES = 20e6;

/** Opens the animation of a GIF; undefined for other files. It is paused at first for people who want less motion. */
export function openAnimation(
  { client, tokenProvider }: Catalogue,
  asset: Asset,
  changed: () => void,
): Animation | undefined {
  if (extensionOf(asset) !== 'gif') return undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const memory = openMemory<'animation'>();
  let image: HTMLImageElement | undefined;
  let isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;

  async function load(): Promise<void> {
    const query = { preview: asset.id, version: asset.version, type: 'animation' } as const;
    const file = await readAtMost(await client.asset.preview(query, { signal }), MAX_ANIMATION_BYTES);
    if (!file || !hasManyFrames(new Uint8Array(await file.arrayBuffer())) || signal.aborted) return;
    const arrived = new Image();
    arrived.alt = '';
    arrived.draggable = false;
    arrived.className = 'moving';
    // Browsers that have read the file without a token have it in their cache.
    arrived.src = tokenProvider ? memory.keep('animation', file) : client.asset.preview.url(query);
    await arrived.decode();
    if (signal.aborted) return;
    image = arrived;
    changed();
  }

  // Without it, the preview stays: the person may not download the file, or the service does not deliver animations.
  load().catch(() => {});
  return {
    get canMove() {
      return image !== undefined;
    },
    get image() {
      return isMoving ? image : undefined;
    },
    toggle: () => {
      if (!image) return;
      isMoving = !isMoving;
      changed();
    },
    close: () => {
      controller.abort();
      memory.close();
    },
  };
}
