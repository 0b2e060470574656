/**
 * The pictures of one page in the viewer. The thumbnail comes first, because it is usually in the browser's cache; then
 * the smallest picture of the service that is sharp where it is shown, drawn over it, and a larger one after zooming.
 * `catalogue/pictures.ts` chooses among its four sizes; where even the largest is blurred, tiles are drawn over it
 * (`tile-layer.ts`).
 */
import type { Asset } from '@asset-browsing-service/client';
import type { PictureLease } from '../catalogue/picture-cache.ts';
import type { PictureSource, Pictures } from '../catalogue/pictures.ts';
import type { Extent } from './zoom.ts';

/** A page of an asset as pictures of increasing size, each drawn over the previous one. */
export interface PictureLayers {
  /** The two largest loaded pictures, the smaller one first. */
  readonly images: readonly HTMLImageElement[];
  /** Size of the preview in pixels, or an estimate; undefined until one is available. Small pictures are their own preview. */
  readonly size: Extent | undefined;
  /** True while a picture is being loaded. */
  readonly isLoading: boolean;
  /** True if no picture could be loaded. */
  readonly hasFailed: boolean;
  /** True if only a smaller picture than needed could be loaded. */
  readonly isBlurred: boolean;
  /** Loads a picture that is sharp when its longer side is this long, in CSS pixels, unless there is one. */
  need(longest: number): void;
  /** Cancels all loading. */
  close(): void;
}

/** The page to show, and a callback. */
export interface PictureLayersOptions {
  readonly pictures: Pictures;
  readonly asset: Asset;
  /** From 0. */
  readonly page: number;
  readonly changed: () => void;
}

/** Longer side, in CSS pixels, for which a thumbnail is sharp enough on any screen. */
const SMALLEST = 64;

/** Estimated size of a preview relative to its thumbnail. */
const PREVIEW_BY_THUMB = 4;

/** Longer side, in pixels, from which a thumbnail counts as scaled down, so that the preview is larger. */
const FULL_THUMB = 200;

/** Opens a page, and loads its thumbnail, which is usually in the browser's cache. */
export function openPictureLayers({ pictures, asset, page, changed }: PictureLayersOptions): PictureLayers {
  const layers: { readonly image: HTMLImageElement; readonly longest: number }[] = [];
  const loading = new Set<HTMLImageElement>();
  const leases = new Map<string, PictureLease<string> | undefined>();
  let isClosed = false;
  let hasFailed = false;
  /** The longer side of the largest picture that could not be loaded. */
  let largestFailed = 0;
  let largestNeeded = 0;

  async function load(address: string | PictureLease<string>, longest: number): Promise<void> {
    const image = new Image();
    image.alt = '';
    loading.add(image);
    try {
      image.src = typeof address === 'string' ? address : await address.arrived;
      image.draggable = false;
      await image.decode();
      if (isClosed) return;
      hasFailed = false;
      layers.push({ image, longest });
      layers.sort((one, other) => one.longest - other.longest);
    } catch {
      // Not requested again: the viewer offers another try.
      hasFailed = layers.length === 0;
      largestFailed = Math.max(largestFailed, longest);
    } finally {
      loading.delete(image);
      if (!isClosed) changed();
    }
  }

  function need(longest: number): void {
    if (longest <= largestNeeded || isClosed) return;
    largestNeeded = longest;
    const source: PictureSource = pictures.addressOf(asset, longest, page === 0 ? undefined : page);
    const key = typeof source === 'string' ? source : source.key;
    if (leases.has(key)) return;
    const lease = typeof source === 'string' ? undefined : source.lease();
    leases.set(key, lease);
    void load(lease ?? key, longest);
  }

  need(SMALLEST);
  return {
    get images() {
      return layers.slice(-2).map(({ image }) => image);
    },
    get size() {
      const { preview_width: width = 0, preview_height: height = 0 } = asset;
      if (page === 0 && width > 0 && height > 0) return { width, height };
      const best = layers.at(-1);
      if (!best) return undefined;
      const { naturalWidth, naturalHeight } = best.image;
      const isThumb = best.longest === SMALLEST && Math.max(naturalWidth, naturalHeight) >= FULL_THUMB;
      const factor = isThumb ? PREVIEW_BY_THUMB : 1;
      return { width: naturalWidth * factor, height: naturalHeight * factor };
    },
    get isLoading() {
      return loading.size > 0;
    },
    get hasFailed() {
      return hasFailed && loading.size === 0;
    },
    get isBlurred() {
      const best = layers.at(-1);
      return best !== undefined && best.longest < largestFailed && loading.size === 0;
    },
    need,
    close: () => {
      isClosed = true;
      for (const image of loading) image.src = '';
      for (const lease of leases.values()) lease?.release();
    },
  };
}
