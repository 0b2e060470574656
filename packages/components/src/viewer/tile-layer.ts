import { type Asset, isServiceError, type Tiles } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isBusy, retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { openTileImages, type TileImage } from './tile-images.ts';
import { isSeen, type PictureView, placeOf, viewAround, visibleTiles } from './tile-places.ts';
import { openTileSources } from './tile-sources.ts';
import type { Extent, PictureBox } from './zoom.ts';

/** What is seen of a picture, and how sharp it is without tiles. */
export interface TileView extends PictureView {
  /** Longer side of the whole picture, in pixels of the screen, up to which its preview is sharp. */
  readonly sharpTo: number;
}

/** A tile, and where it is drawn, in CSS pixels from the corner of the picture. */
export interface PlacedTile extends TileImage {
  readonly place: PictureBox;
}

/** The tiles of a large picture, which are drawn over its preview. */
export interface TileLayer {
  /** Size of the picture in pixels; undefined until it is known, and of a picture without tiles. */
  readonly size: Extent | undefined;
  /** True while tiles are needed, and the service has not described them yet. */
  readonly isDescribing: boolean;
  /** True while tiles that are seen are being loaded. */
  readonly isLoading: boolean;
  /** True if tiles are needed, and the service has failed to describe or to deliver them. */
  readonly hasFailed: boolean;
  /** Number of tiles that have arrived so far. */
  readonly arrived: number;
  /** Returns the tiles to draw over a picture that is drawn in this box, and where. */
  placedIn(box: PictureBox): readonly PlacedTile[];
  /**
   * Says what is seen. Loads what is needed for it, once its scale has not changed for a moment. Without a view, the picture
   * has no tiles for now, and everything is cancelled.
   */
  show(view: TileView | undefined): void;
  /** Asks again for what has failed, or has not come yet. */
  retry(): void;
  /** Cancels everything. */
  close(): void;
}

/** Milliseconds for which the scale must rest before tiles are loaded, and between loads while the picture is moved. */
const REST_MILLISECONDS = 100;

const NONE: Tiles = { width: 0, height: 0, side: 0, levels: 0 };

/** Opens the tiles of an asset. Requests nothing before its preview is too small for what is seen. */
export function openTileLayer(catalogue: Catalogue, asset: Asset, changed: () => void): TileLayer {
  let sources = openTileSources(catalogue, asset);
  let tiles: Tiles | undefined;
  let request: AbortController | undefined;
  let hasFailed = false;
  let view: TileView | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True once tiles that have failed were asked for again without the person. */
  let isRepeated = false;
  const busy = retryWhenBusy(() => void ask());
  const images = openTileImages({
    sourceOf: (tile) => sources.of(tile),
    changed: () => {
      repeatOnce();
      changed();
    },
  });

  /** Asks for the description, which also makes the service cut the picture if its tiles are gone. */
  async function ask(): Promise<void> {
    cancel();
    request = new AbortController();
    const { signal } = request;
    changed();
    try {
      const described = await catalogue.client.asset.tiles({ tiles: asset.id, version: asset.version }, { signal });
      if (signal.aborted) return;
      tiles = described;
      if (images.hasFailed) loadAgain();
    } catch (error) {
      if (signal.aborted) return;
      // The service is still cutting the picture, which is no failure.
      if (isBusy(error)) return busy.failed(error);
      // An older service has no tiles, and does not know the question.
      if (isServiceError(error) && error.status === 400) tiles = NONE;
      else hasFailed = true;
    }
    request = undefined;
    changed();
  }

  function cancel(): void {
    busy.stop();
    request?.abort();
    request = undefined;
    hasFailed = false;
  }

  function loadAgain(): void {
    // The old sources remember failures for a while.
    sources.close();
    sources = openTileSources(catalogue, asset);
    images.retry();
  }

  /** Once all tiles have come or failed, asks again for those that have failed: they may have been removed from the store. */
  function repeatOnce(): void {
    if (!images.hasFailed) isRepeated &&= images.isLoading;
    else if (!isRepeated && !images.isLoading && !request) {
      isRepeated = true;
      void ask();
    }
  }

  function isNeeded(): boolean {
    return view !== undefined && Math.max(view.box.width, view.box.height) * view.ratio > view.sharpTo;
  }

  /** Loads what is seen now. */
  function load(): void {
    clearTimeout(timer);
    timer = undefined;
    const [known, seen] = [tiles, view];
    if (known && seen && isNeeded()) {
      const visible = visibleTiles(known, seen);
      const level = visible[0]?.level ?? 0;
      const around = viewAround(known, level, seen);
      images.want(
        visible,
        (tile) => isSeen(known, tile, seen),
        (tile) => tile.level === level && isSeen(known, tile, around),
      );
    } else {
      const none = () => false;
      images.want([], none, none);
    }
    if (!known && isNeeded() && !request && !hasFailed) void ask();
  }

  function become(next: TileView | undefined): void {
    const isScaled = next?.box.width !== view?.box.width;
    view = next;
    if (!next) {
      cancel();
      // Whether there are tiles may change, for example once the disk of the service has room.
      if (tiles?.levels === 0) tiles = undefined;
      isRepeated = false;
      load();
    } else if (isScaled) {
      clearTimeout(timer);
      timer = setTimeout(load, REST_MILLISECONDS);
    } else if (timer === undefined) {
      load();
      timer = setTimeout(load, REST_MILLISECONDS);
    }
  }

  const layer: TileLayer = {
    get size() {
      return tiles && tiles.levels > 0 ? tiles : undefined;
    },
    get isDescribing() {
      return request !== undefined && isNeeded();
    },
    get isLoading() {
      return images.isLoading;
    },
    get hasFailed() {
      const lacksTiles = images.hasFailed && isRepeated && !request;
      return (hasFailed || lacksTiles) && isNeeded();
    },
    get arrived() {
      return images.arrived;
    },
    placedIn: (box) => {
      const known = tiles;
      if (!known) return [];
      return images.loaded.map((tile) => ({ ...tile, place: placeOf(known, tile, box, devicePixelRatio) }));
    },
    show: (next) => {
      const before = [layer.isDescribing, layer.isLoading, layer.hasFailed];
      become(next);
      const now = [layer.isDescribing, layer.isLoading, layer.hasFailed];
      if (now.some((value, place) => value !== before[place])) changed();
    },
    retry: () => {
      if (!isNeeded()) return;
      if (images.isLoading) loadAgain();
      else void ask();
    },
    close: () => {
      layer.show(undefined);
      sources.close();
    },
  };
  return layer;
}
