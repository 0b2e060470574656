import type { Asset } from '@asset-browsing-service/client';
import { IMAGE } from '../assets/kinds.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { STRETCH } from '../catalogue/given-pictures.ts';
import { LoadController } from '../catalogue/load-controller.ts';
import { Animation } from './animation.ts';
import { extensionOf } from './extension-of.ts';
import { ModelView } from './model-view.ts';
import { loadOwnPixels } from './own-pixels.ts';
import { PictureLayers } from './picture-layers.ts';
import { PictureTiles } from './picture-tiles.ts';
import { Recording } from './recording.ts';
import { TextSearch } from './text-search.ts';
import { type Extent, longer, type ZoomedPicture, type ZoomLimits } from './zoom.ts';

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

/** The asset types of documents and texts. */
const TEXTUAL: readonly number[] = [2, 5];

/** Longer side of the symbol of a file that cannot be drawn, in CSS pixels. */
const SYMBOL = 240;

/** The page to begin with, from 0, and callbacks. */
export interface ShownAssetOptions {
  /** The first page is shown in place of one that does not exist. */
  readonly page: number;
  /** False for an older version. */
  readonly isCurrent: boolean;
  readonly changed: () => void;
  /** A text to find in the asset, if it is a document, and whether its field is open. */
  readonly find?: Pick<TextSearch, 'text' | 'isOpen'> | undefined;
  /** Called when another page is shown. */
  readonly turned: (page: number) => void;
}

/** The asset that a viewer shows. */
export class ShownAsset {
  readonly asset: Asset;
  /** Page that is shown, from 0. */
  page: number;
  /** Number of pages; 0 if unknown. */
  pages: number;
  /** True if the service cannot draw the file. */
  isPlaceholder = false;
  layers: PictureLayers;
  /** What moves over the picture; undefined for everything but GIFs. */
  readonly animation: Animation | undefined;
  /** The page at full size. */
  tiles: PictureTiles;
  /** The current version over this one; undefined while they are not compared. */
  comparison: VersionComparison | undefined;
  /** The film or sound; undefined for other assets. */
  readonly recording: Recording | undefined;
  /** The search within a document; undefined for what has no text, and for older versions. */
  readonly find: TextSearch | undefined;
  /** A model that is turned in place of its picture. */
  model: ModelView | undefined;
  readonly #catalogue: Catalogue;
  readonly #options: ShownAssetOptions;
  readonly #load: LoadController;
  readonly #measuring: LoadController;
  #pixels: Extent | undefined;

  /** Asks the service how many pages the asset has and whether it can be drawn. */
  constructor(catalogue: Catalogue, asset: Asset, options: ShownAssetOptions) {
    const { page, changed } = options;
    const host = { requestUpdate: changed };
    this.asset = asset;
    this.#catalogue = catalogue;
    this.#options = options;
    this.#load = new LoadController(host);
    this.#measuring = new LoadController(host);
    this.pages = asset.pages ?? 0;
    // Unknown until the service has answered, if the list was loaded without it.
    this.page = this.pages > 0 && page >= this.pages ? 0 : page;
    this.layers = this.#open();
    this.tiles = this.#openTiles();
    this.recording = RECORDINGS.includes(asset.type) ? new Recording(catalogue, asset, changed) : undefined;
    this.animation = extensionOf(asset) === 'gif' ? new Animation(catalogue, asset, changed) : undefined;
    this.find = this.#openFind();
    void this.#load.run((signal) => this.#ask(signal));
  }

  /** Why the service does not show the asset; undefined without a failure. */
  get failure(): unknown {
    return this.#load.failure;
  }

  /** The picture as it can be zoomed; undefined while its size is unknown. */
  get zoomed(): ZoomedPicture | undefined {
    const { size, images, isLoading } = this.layers;
    const tiles = this.tiles.size;
    // Pages have no pixels of their own, and the other version may have others.
    const own = this.asset.type === IMAGE && this.page === 0 && !this.comparison ? (this.#pixels ?? tiles) : undefined;
    return (
      size && {
        size,
        isLoaded: images.length > 0 && !isLoading,
        available: tiles ? longer(tiles) : this.#preview,
        own: own && longer(own),
        longest: this.isPlaceholder ? SYMBOL : undefined,
      }
    );
  }

  /** True if the picture is enlarged beyond its preview, and nothing is drawn over it of which there are no tiles. */
  needsTiles(scale: number, { fitted }: ZoomLimits): boolean {
    const { isPlaceholder, model, comparison, recording, animation, layers, find } = this;
    // Tiles would cover the marks.
    if (
      scale <= 1 ||
      isPlaceholder ||
      find?.marks.length ||
      comparison ||
      recording ||
      animation?.image ||
      model?.isTurned
    )
      return false;
    // A sharper preview may be on its way.
    return !layers.isLoading && longer(fitted) * scale * devicePixelRatio > this.#preview * STRETCH;
  }

  /** Replaces the picture by the model to turn, or the model by the picture. */
  readonly turnModel = (): void => {
    const isTurned = this.model?.isTurned;
    this.model?.close();
    this.model = isTurned ? undefined : new ModelView(this.#catalogue.client, this.asset, this.#options.changed);
    this.#options.changed();
  };

  /** Shows another page. One that does not exist changes nothing. */
  readonly turnTo = (wanted: number): void => {
    const next = Math.trunc(wanted);
    if (next === this.page || !(next >= 0 && next < Math.max(1, this.pages))) return;
    this.page = next;
    this.#reopen();
    if (this.comparison) this.#compare(this.comparison);
    this.find?.place();
    this.#options.turned(next);
    this.#options.changed();
  };

  /** Shows another version over this one, right of `at` percent of the width; without a version, this one alone. */
  readonly compareWith = (version: number | undefined, at = 50): void => {
    const { comparison } = this;
    if (comparison && comparison.version === version) this.comparison = { ...comparison, at };
    else this.#compare(version === undefined ? undefined : { version, at });
    this.#options.changed();
  };

  /** Loads the other version again. */
  compareAgain(): void {
    this.#compare(this.comparison);
    this.#options.changed();
  }

  close(): void {
    for (const each of [this.#load, this.#measuring]) each.stop();
    for (const each of [
      this.layers,
      this.animation,
      this.tiles,
      this.comparison?.layers,
      this.model,
      this.recording,
      this.find,
    ])
      each?.close();
  }

  /** Longer side of the largest loaded picture, in pixels; 0 without one. */
  get #preview(): number {
    const image = this.layers.images.at(-1);
    return image ? longer({ width: image.naturalWidth, height: image.naturalHeight }) : 0;
  }

  #open(shown = this.asset): PictureLayers {
    const { pictures } = this.#catalogue;
    return new PictureLayers({ pictures, asset: shown, page: this.page, changed: this.#options.changed });
  }

  #reopen(): void {
    this.layers.close();
    this.tiles.close();
    this.layers = this.#open();
    this.tiles = this.#openTiles();
  }

  #openTiles(): PictureTiles {
    const { asset, page } = this;
    const host = { requestUpdate: this.#options.changed };
    return new PictureTiles({ catalogue: this.#catalogue, asset, page, preview: () => this.#preview, host });
  }

  /** Text was read of documents and texts, and recognised in pictures where the list has snippets of it. */
  #openFind(): TextSearch | undefined {
    const { asset } = this;
    const { isCurrent, find: wanted, changed } = this.#options;
    const hasText = TEXTUAL.includes(asset.type) || (asset.snippets?.length ?? 0) > 0;
    if (!isCurrent || !hasText) return undefined;
    const { turnTo } = this;
    const find = new TextSearch({ catalogue: this.#catalogue, id: asset.id, page: () => this.page, turnTo, changed });
    find.isOpen = wanted?.isOpen ?? false;
    // The list has told that there is nothing.
    const isThere = find.isOpen || asset.snippets === undefined || asset.snippets.length > 0;
    if (wanted?.text && isThere) find.search(wanted.text);
    return find;
  }

  #compare(other: { readonly version: number; readonly at: number } | undefined): void {
    this.comparison?.layers.close();
    // The other version may have pictures of other sizes.
    const { preview_width: _width, preview_height: _height, ...asset } = this.asset;
    this.comparison = other && { ...other, layers: this.#open({ ...asset, version: other.version }) };
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { client } = this.#catalogue;
    const { id, version } = this.asset;
    // Any picture would do; the thumbnail is small, and usually in the browser's cache.
    const thumb = await client.asset.thumb({ thumb: id, version }, { signal });
    this.pages = thumb.pages ?? this.pages;
    this.isPlaceholder = thumb.isPlaceholder;
    // Browsers cache only answers that are read to their end.
    await thumb.blob();
    signal.throwIfAborted();
    if (this.page >= Math.max(1, this.pages)) this.turnTo(0);
    // The picture was refused as well, so it is requested again.
    else if (this.failure !== undefined && this.layers.images.length === 0) this.#reopen();
    if (!this.#options.isCurrent || this.isPlaceholder) return;
    // Without its size, the picture is only shown without percentage.
    void this.#measuring.run(
      (measured) => loadOwnPixels(client, this.asset, measured),
      (pixels) => {
        this.#pixels = pixels;
      },
    );
  }
}
