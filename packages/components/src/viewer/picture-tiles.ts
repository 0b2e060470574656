import { type Asset, isServiceError } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Updatable } from '../catalogue/later-part.ts';
import { LoadController } from '../catalogue/load-controller.ts';
import { isBusy } from '../catalogue/retry-when-busy.ts';
import type { DeepZoom } from './deep-zoom.ts';
import { loadTileSource, type TileSource, tileDownload } from './tile-source.ts';
import type { Extent } from './zoom.ts';

/** The tiles of a large picture, which are drawn over its preview. */
export class PictureTiles {
  /** Number of tiles that have arrived so far. */
  arrived = 0;
  readonly #catalogue: Catalogue;
  readonly #asset: Asset;
  readonly #host: Updatable;
  readonly #load: LoadController;
  /** Null for a picture without tiles. */
  #source: TileSource | null | undefined;
  #zoom: DeepZoom | undefined;
  #drawn: Disposable | undefined;
  #isComplete = true;
  #hasFailed = false;
  /** True once tiles that have failed were asked for again without the person. */
  #isRepeated = false;

  /** Requests nothing before `draw`. */
  constructor(catalogue: Catalogue, asset: Asset, host: Updatable) {
    this.#catalogue = catalogue;
    this.#asset = asset;
    this.#host = host;
    this.#load = new LoadController({ requestUpdate: () => host.requestUpdate() });
  }

  /** Size of the picture in pixels; undefined until it is known, and of a picture without tiles. */
  get size(): Extent | undefined {
    return this.#source ?? undefined;
  }

  /** True while the service has not described the tiles yet, which it may still be cutting. */
  get isDescribing(): boolean {
    return this.#zoom !== undefined && (this.#load.request !== undefined || isBusy(this.#load.failure));
  }

  /** True while tiles that are seen are being loaded. */
  get isLoading(): boolean {
    return this.#drawn !== undefined && !this.#isComplete;
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
    // Whether there are tiles may change, for example once the disk of the service has room.
    else if (this.#source) this.#draw();
    else this.retry();
    this.#host.requestUpdate();
  }

  /** Asks again for what has failed, or has not come yet. */
  readonly retry = (): void => {
    void this.#load.run(
      (signal) =>
        loadTileSource(this.#catalogue, this.#asset, signal).catch((error: unknown) => {
          // An older service has no tiles, and does not know the question.
          if (isServiceError(error) && error.status === 400) return undefined;
          throw error;
        }),
      (source) => {
        this.#source = source ?? null;
        this.#draw();
      },
    );
  };

  close(): void {
    this.draw(undefined);
  }

  #draw(): void {
    this.#end();
    if (!this.#zoom || !this.#source) return;
    this.#isComplete = false;
    const request = new AbortController();
    const { signal } = request;
    const change = (work: () => void) => {
      if (signal.aborted) return;
      work();
      this.#host.requestUpdate();
    };
    const source = { ...this.#source, ...tileDownload(this.#catalogue, signal) };
    const drawn = this.#zoom.drawTiles(source, {
      arrived: () => change(() => (this.arrived += 1)),
      failed: () => change(() => this.#failed()),
      completed: (isComplete) => change(() => (this.#isComplete = isComplete)),
    });
    this.#drawn = {
      [Symbol.dispose]: () => {
        request.abort();
        drawn[Symbol.dispose]();
      },
    };
  }

  #end(): void {
    this.#drawn?.[Symbol.dispose]();
    this.#drawn = undefined;
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
