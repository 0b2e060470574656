import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Updatable } from '../catalogue/later-part.ts';
import { LoadController } from '../catalogue/load-controller.ts';
import type { DeepZoom } from './deep-zoom.ts';
import { loadTileSource, type TileSource, tileDownload } from './tile-source.ts';
import { type Extent, longer } from './zoom.ts';

/** A page whose tiles are drawn, and what knows of them. */
export interface PictureTilesOptions {
  readonly catalogue: Catalogue;
  readonly asset: Asset;
  /** From 0. */
  readonly page: number;
  /** Longer side of the largest loaded preview, in pixels. */
  readonly preview: () => number;
  readonly host: Updatable;
}

/** The tiles of a large picture, which are drawn over its preview. */
export class PictureTiles {
  /** Number of tiles that have arrived so far. */
  arrived = 0;
  readonly #options: PictureTilesOptions;
  readonly #load: LoadController;
  #source: TileSource | undefined;
  #zoom: DeepZoom | undefined;
  #remove: (() => void) | undefined;
  #isComplete = true;
  #hasFailed = false;
  /** True once tiles that have failed were asked for again without the person. */
  #isRepeated = false;

  /** Requests nothing before `draw`. */
  constructor(options: PictureTilesOptions) {
    this.#options = options;
    this.#load = new LoadController({ requestUpdate: () => options.host.requestUpdate() });
  }

  /**
   * Size of the picture in pixels; undefined until it is known, and of a picture of which this caller gets no more than the
   * preview.
   */
  get size(): Extent | undefined {
    return this.#source && longer(this.#source) > this.#options.preview() ? this.#source : undefined;
  }

  /** True while the service has not described the tiles yet. */
  get isDescribing(): boolean {
    return this.#zoom !== undefined && this.#load.request !== undefined;
  }

  /** True while tiles that are seen are being loaded. */
  get isLoading(): boolean {
    return this.#remove !== undefined && !this.#isComplete;
  }

  /** True if the service has failed to describe or to deliver tiles that are needed. */
  get hasFailed(): boolean {
    if (this.#zoom === undefined || this.isDescribing) return false;
    return this.#load.failure !== undefined || (this.#hasFailed && this.#isRepeated);
  }

  /** Draws tiles over the picture; without a zoom, none. */
  draw(zoom: DeepZoom | undefined): void {
    if (zoom === this.#zoom) return;
    this.#zoom = zoom;
    this.#end();
    this.#isRepeated = false;
    if (!zoom) this.#load.stop();
    else if (this.#source) this.#draw();
    // Whether there are tiles may change, for example once the disk of the service has room.
    else this.retry();
    this.#options.host.requestUpdate();
  }

  /** Asks again for what has failed, or has not come yet. */
  readonly retry = (): void => {
    const { catalogue, asset, page } = this.#options;
    void this.#load.run(
      (signal) => loadTileSource(catalogue, { id: asset.id, version: asset.version, page }, signal),
      (source) => {
        this.#source = source;
        this.#draw();
      },
    );
  };

  close(): void {
    this.draw(undefined);
  }

  #draw(): void {
    this.#end();
    const { size } = this;
    if (!this.#zoom || !size) return;
    this.#isComplete = false;
    const request = new AbortController();
    const { signal } = request;
    const change = (work: () => void) => {
      if (signal.aborted) return;
      work();
      this.#options.host.requestUpdate();
    };
    const source = { ...size, ...tileDownload(this.#options.catalogue, signal) };
    const remove = this.#zoom.drawTiles(source, {
      arrived: () => change(() => (this.arrived += 1)),
      failed: () => change(() => this.#failed()),
      completed: (isComplete) => change(() => (this.#isComplete = isComplete)),
    });
    this.#remove = () => {
      request.abort();
      remove();
    };
  }

  #end(): void {
    this.#remove?.();
    this.#remove = undefined;
    this.#hasFailed = false;
  }

  /** The first failure may be that of a token that is too old, or of tiles that were removed from the store. */
  #failed(): void {
    this.#hasFailed = true;
    if (this.#isRepeated) return;
    this.#isRepeated = true;
    this.retry();
  }
}
