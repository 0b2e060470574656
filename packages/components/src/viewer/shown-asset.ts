import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type Animation, openAnimation } from './animation.ts';
import { isModelTurned, type ModelView, openModelView } from './model-view.ts';
import { loadOwnPixels } from './own-pixels.ts';
import { openPictureLayers, type PictureLayers } from './picture-layers.ts';
import { openRecording, type Recording } from './recording.ts';
import { openTileLayer, type TileLayer } from './tile-layer.ts';
import type { Extent } from './zoom.ts';

/** The asset that a viewer shows. */
export interface ShownAsset {
  readonly asset: Asset;
  /** Page that is shown, from 0. */
  readonly page: number;
  /** Number of pages; 0 if unknown. */
  readonly pages: number;
  /** Size of the picture in its own pixels; undefined if it has none, or nobody knows them yet. */
  readonly pixels: Extent | undefined;
  /** True if the service cannot draw the file. */
  readonly isPlaceholder: boolean;
  /** Why the service does not show the asset; undefined without a failure. */
  readonly failure: unknown;
  readonly layers: PictureLayers;
  /** What moves over the picture; undefined for everything but GIFs. */
  readonly animation: Animation | undefined;
  /** The first page at full size. */
  readonly tiles: TileLayer;
  /** The current version over this one; undefined while they are not compared. */
  readonly comparison: VersionComparison | undefined;
  /** The film or sound; undefined for other assets. */
  readonly recording: Recording | undefined;
  /** A model that is turned in place of its picture. */
  readonly model: ModelView | undefined;
  /** Replaces the picture by the model to turn, or the model by the picture. */
  turnModel(): void;
  /** Shows another page. One that does not exist changes nothing. */
  turnTo(page: number): void;
  /** Shows another version over this one, right of `at` percent of the width; without a version, this one alone. */
  compareWith(version: number | undefined, at?: number): void;
  close(): void;
}

/** Another version over the one that is shown. */
export interface VersionComparison {
  /** Number of that version. */
  readonly version: number;
  readonly layers: PictureLayers;
  /** Percent of the width, from the left, that this version leaves uncovered. */
  readonly at: number;
}

/** The asset types of films and sounds. */
const RECORDINGS: readonly number[] = [3, 4];

/** The page to begin with, from 0, and callbacks. */
export interface ShownAssetOptions {
  /** The first page is shown in place of one that does not exist. */
  readonly page: number;
  /** False for an older version. */
  readonly isCurrent: boolean;
  readonly changed: () => void;
  /** Called when another page is shown. */
  readonly turned: (page: number) => void;
}

/** Opens an asset, and asks the service how many pages it has and whether it can be drawn. */
export function openShownAsset(catalogue: Catalogue, asset: Asset, options: ShownAssetOptions): ShownAsset {
  const { client, pictures } = catalogue;
  const { changed, turned } = options;
  const controller = new AbortController();
  const open = (page: number, shown = asset) => openPictureLayers({ pictures, asset: shown, page, changed });
  let pages = asset.pages ?? 0;
  // Unknown until the service has answered, if the list was loaded without it.
  let page = pages > 0 && options.page >= pages ? 0 : options.page;
  let isPlaceholder = false;
  let pixels: Extent | undefined;
  let failure: unknown;
  let layers = open(page);
  let model: ModelView | undefined;
  let comparison: VersionComparison | undefined;
  const busy = retryWhenBusy(() => void ask());
  const recording = RECORDINGS.includes(asset.type) ? openRecording(catalogue, asset, changed) : undefined;
  const animation = openAnimation(catalogue, asset, changed);
  const tiles = openTileLayer(catalogue, asset, changed);

  async function ask(): Promise<void> {
    const { signal } = controller;
    try {
      // Any picture would do; the thumbnail is small, and usually in the browser's cache.
      const thumb = await client.asset.thumb({ thumb: asset.id, version: asset.version }, { signal });
      pages = thumb.pages ?? pages;
      isPlaceholder = thumb.isPlaceholder;
      // Browsers cache only answers that are read to their end.
      await thumb.blob();
      if (signal.aborted) return;
      if (page >= Math.max(1, pages)) turnTo(0);
      else if (failure !== undefined && layers.images.length === 0) {
        // The picture was refused as well, so it is requested again.
        layers.close();
        layers = open(page);
      }
      failure = undefined;
      if (options.isCurrent && !isPlaceholder && !pixels) void measure();
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      busy.failed(error);
    }
    changed();
  }

  async function measure(): Promise<void> {
    const { signal } = controller;
    // Without it, the picture is only shown without percentage.
    pixels = await loadOwnPixels(client, asset, signal).catch(() => undefined);
    if (pixels && !signal.aborted) changed();
  }

  function openOver(version: number, at: number): VersionComparison {
    // The other version may have pictures of other sizes.
    const { preview_width: _width, preview_height: _height, ...other } = asset;
    return { version, at, layers: open(page, { ...other, version }) };
  }

  function compareWith(version: number | undefined, at = 50): void {
    if (comparison && comparison.version === version) comparison = { ...comparison, at };
    else {
      comparison?.layers.close();
      comparison = version === undefined ? undefined : openOver(version, at);
    }
    changed();
  }

  function turnTo(wanted: number): void {
    const next = Math.trunc(wanted);
    if (next === page || !(next >= 0 && next < Math.max(1, pages))) return;
    layers.close();
    page = next;
    layers = open(page);
    comparison?.layers.close();
    comparison &&= openOver(comparison.version, comparison.at);
    turned(page);
    changed();
  }

  void ask();
  return {
    asset,
    recording,
    animation,
    tiles,
    get page() {
      return page;
    },
    get pages() {
      return pages;
    },
    get pixels() {
      return pixels;
    },
    get isPlaceholder() {
      return isPlaceholder;
    },
    get failure() {
      return failure;
    },
    get layers() {
      return layers;
    },
    get comparison() {
      return comparison;
    },
    get model() {
      return model;
    },
    turnModel: () => {
      const isTurned = isModelTurned(model);
      model?.close();
      model = isTurned ? undefined : openModelView(client, asset, changed);
      changed();
    },
    turnTo,
    compareWith,
    close: () => {
      controller.abort();
      busy.stop();
      layers.close();
      animation?.close();
      tiles.close();
      comparison?.layers.close();
      model?.close();
      recording?.close();
    },
  };
}
