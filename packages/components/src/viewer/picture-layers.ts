/**
 * The pictures of one page in the viewer. The thumbnail comes first, because it is usually in the browser's cache; then
 * the smallest picture of the service that is sharp where it is shown, drawn over it, and a larger one after zooming.
 * `catalogue/pictures.ts` chooses among its four sizes; where even the largest is blurred, tiles are drawn over it
 * (`picture-tiles.ts`).
 */
import type { Asset } from '@asset-browsing-service/client';
import type { PictureLease } from '../catalogue/picture-cache.ts';
import type { PictureSource, Pictures } from '../catalogue/pictures.ts';
import type { Extent } from './zoom.ts';

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

/** A page of an asset as pictures of increasing size, each drawn over the previous one. */
export class PictureLayers {
  readonly #options: PictureLayersOptions;
  readonly #layers: { readonly image: HTMLImageElement; readonly longest: number }[] = [];
  readonly #loading = new Set<HTMLImageElement>();
  readonly #leases = new Map<string, PictureLease<string> | undefined>();
  #isClosed = false;
  /** The longer side of the largest picture that could not be loaded. */
  #largestFailed = 0;
  #largestNeeded = 0;

  /** Loads the thumbnail, which is usually in the browser's cache. */
  constructor(options: PictureLayersOptions) {
    this.#options = options;
    this.need(SMALLEST);
  }

  /** The two largest loaded pictures, the smaller one first. */
  get images(): readonly HTMLImageElement[] {
    return this.#layers.slice(-2).map(({ image }) => image);
  }

  /** Size of the preview in pixels, or an estimate; undefined until one is available. Small pictures are their own preview. */
  get size(): Extent | undefined {
    const { asset, page } = this.#options;
    const { preview_width: width = 0, preview_height: height = 0 } = asset;
    if (page === 0 && width > 0 && height > 0) return { width, height };
    const best = this.#layers.at(-1);
    if (!best) return undefined;
    const { naturalWidth, naturalHeight } = best.image;
    const isThumb = best.longest === SMALLEST && Math.max(naturalWidth, naturalHeight) >= FULL_THUMB;
    const factor = isThumb ? PREVIEW_BY_THUMB : 1;
    return { width: naturalWidth * factor, height: naturalHeight * factor };
  }

  /** True while a picture is being loaded. */
  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  /** True if no picture could be loaded. */
  get hasFailed(): boolean {
    return this.#layers.length === 0 && this.#largestFailed > 0 && !this.isLoading;
  }

  /** True if only a smaller picture than needed could be loaded. */
  get isBlurred(): boolean {
    const best = this.#layers.at(-1);
    return best !== undefined && best.longest < this.#largestFailed && !this.isLoading;
  }

  /** Loads a picture that is sharp when its longer side is this long, in CSS pixels, unless there is one. */
  need(longest: number): void {
    if (longest <= this.#largestNeeded || this.#isClosed) return;
    this.#largestNeeded = longest;
    const { pictures, asset, page } = this.#options;
    const source: PictureSource = pictures.addressOf(asset, longest, page === 0 ? undefined : page);
    const key = typeof source === 'string' ? source : source.key;
    if (this.#leases.has(key)) return;
    const lease = typeof source === 'string' ? undefined : source.lease();
    this.#leases.set(key, lease);
    void this.#load(lease ?? key, longest);
  }

  /** Cancels all loading. */
  close(): void {
    this.#isClosed = true;
    for (const image of this.#loading) image.src = '';
    for (const lease of this.#leases.values()) lease?.release();
  }

  async #load(address: string | PictureLease<string>, longest: number): Promise<void> {
    const image = new Image();
    image.alt = '';
    image.draggable = false;
    this.#loading.add(image);
    try {
      image.src = typeof address === 'string' ? address : await address.arrived;
      await image.decode();
      if (this.#isClosed) return;
      this.#layers.push({ image, longest });
      this.#layers.sort((one, other) => one.longest - other.longest);
    } catch {
      // Not requested again: the viewer offers another try.
      this.#largestFailed = Math.max(this.#largestFailed, longest);
    } finally {
      this.#loading.delete(image);
      if (!this.#isClosed) this.#options.changed();
    }
  }
}
