import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { isModelTurned, type ModelView, openModelView } from './model-view.ts';
import { openPictureLayers, type PictureLayers } from './picture-layers.ts';
import { openRecording, type Recording } from './recording.ts';

/** The asset that a viewer shows. */
export interface ShownAsset {
  readonly asset: Asset;
  /** Page that is shown, from 0. */
  readonly page: number;
  /** Number of pages; 0 if unknown. */
  readonly pages: number;
  /** True if the service cannot draw the file. */
  readonly isPlaceholder: boolean;
  /** Why the service does not show the asset; undefined without a failure. */
  readonly failure: unknown;
  readonly layers: PictureLayers;
  /** The current version over this one; undefined while they are not compared. */
  readonly comparison: VersionComparison | undefined;
  /** Of films and sounds. */
  readonly recording: Recording | undefined;
  /** A model that is turned in place of its picture. */
  readonly model: ModelView | undefined;
  /** Begins to turn the model, or shows its picture again. */
  turnModel(): void;
  /** Shows another page. One that does not exist changes nothing. */
  turnTo(page: number): void;
  /** Shows another version over this one, right of `at` percent of the width; without a version, this one alone. */
  compareWith(version: number | undefined, at?: number): void;
  close(): void;
}

/** A version over the one that is shown. */
export interface VersionComparison {
  /** Number of the version that is over the other one. */
  readonly version: number;
  readonly layers: PictureLayers;
  /** Percent of the width from the left that shows the older version. */
  readonly at: number;
}

/** Categories of films and sounds. */
const RECORDINGS: readonly number[] = [3, 4];

/** Opens an asset, and asks the service how many pages it has and whether it can be drawn. */
export function openShownAsset(catalogue: Catalogue, asset: Asset, changed: () => void): ShownAsset {
  const { client, pictures } = catalogue;
  const controller = new AbortController();
  const open = (page: number, shown = asset) => openPictureLayers({ pictures, asset: shown, page, changed });
  let page = 0;
  let pages = asset.pages ?? 0;
  let isPlaceholder = false;
  let failure: unknown;
  let layers = open(page);
  let model: ModelView | undefined;
  let comparison: VersionComparison | undefined;
  const busy = retryWhenBusy(() => void ask());
  const recording = RECORDINGS.includes(asset.type) ? openRecording(catalogue, asset, changed) : undefined;

  async function ask(): Promise<void> {
    const { signal } = controller;
    try {
      // The thumbnail is small, and most often in the browser's cache.
      const thumb = await client.asset.thumb({ thumb: asset.id, version: asset.version }, { signal });
      pages = thumb.pages ?? pages;
      isPlaceholder = thumb.isPlaceholder;
      // An answer that is not read to its end is not cached.
      await thumb.blob();
      if (signal.aborted) return;
      if (failure !== undefined && layers.images.length === 0) {
        // The picture was refused as well.
        layers.close();
        layers = open(page);
      }
      failure = undefined;
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      busy.failed(error);
    }
    changed();
  }

  function compareWith(version: number | undefined, at = 50): void {
    const isSame = comparison?.version === version;
    if (!isSame) comparison?.layers.close();
    if (version === undefined) comparison = undefined;
    else {
      // The sizes of its pictures are those of no other version.
      const { preview_width: _width, preview_height: _height, ...other } = asset;
      comparison = { version, at, layers: (isSame && comparison?.layers) || open(page, { ...other, version }) };
    }
    changed();
  }

  void ask();
  return {
    asset,
    recording,
    get page() {
      return page;
    },
    get pages() {
      return pages;
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
    turnTo: (wanted) => {
      const next = Math.trunc(wanted);
      if (next === page || !(next >= 0 && next < Math.max(1, pages))) return;
      layers.close();
      page = next;
      layers = open(page);
      const { version, at } = comparison ?? {};
      compareWith(undefined);
      compareWith(version, at);
    },
    compareWith,
    close: () => {
      controller.abort();
      busy.stop();
      layers.close();
      comparison?.layers.close();
      model?.close();
      recording?.close();
    },
  };
}
