import type { Asset } from '@asset-browsing-service/client';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { ShownAsset } from './shown-asset.ts';
import { pageOf, type ShownPlace } from './shown-place.ts';
import { atVersion } from './version-bar.ts';
import { Walk } from './walk.ts';

/** What a viewer shows, and callbacks. */
export interface ShowingOptions {
  readonly place: ShownPlace;
  /** Undefined while nothing can be shown. */
  readonly catalogue: () => Catalogue | undefined;
  readonly changed: () => void;
  /** Called when an asset is no longer shown. */
  readonly left: () => void;
  /** Called when the viewer has changed the place: the person moved on, or the list has arrived. */
  readonly moved: (asset: Asset, position: number) => void;
  /** Called when the viewer has changed the page: the person turned it, or it does not exist. */
  readonly turned: (asset: Asset, page: number) => void;
}

/** The asset that a viewer shows, and the way to its neighbours. Requests nothing before `start`. */
export class Showing {
  shown: ShownAsset | undefined;
  /** False if the asset is neither at its position nor near it, because the list has changed. */
  isListed = true;
  /** Why nothing can be shown. */
  failure: unknown;
  readonly #options: ShowingOptions;
  #walk: Walk | undefined;
  readonly #busy = retryWhenBusy(() => {
    this.failure = undefined;
    this.#walk?.retry();
    this.find();
  });

  constructor(options: ShowingOptions) {
    this.#options = options;
  }

  /** Number of assets of the query; undefined until it is known, or without a query. */
  get total(): number | undefined {
    return this.#walk?.total;
  }

  /** Whether the asset is the first or the last of the query. */
  get edges(): { readonly isFirst: boolean; readonly isLast: boolean } {
    const isLost = this.#isLost;
    return { isFirst: isLost || this.#before < 0, isLast: isLost || this.#after >= (this.total ?? 0) };
  }

  /** Starts again: requests the query and the asset. */
  readonly start = (): void => {
    this.#leave();
    this.requery();
  };

  /** Requests a changed query. The asset stays on the screen without interruption if it is the same. */
  requery(): void {
    this.#closeList();
    const { place, catalogue } = this.#options;
    const known = catalogue();
    if (known && place.query) this.#walk = this.#open(known, place.query);
    if (known) this.find();
    else this.#leave();
  }

  /** Shows the asset of the place, or requests it. */
  find(): void {
    const { place, catalogue, changed, moved, turned } = this.#options;
    const known = catalogue();
    if (!known) return;
    const { total } = this;
    if (total !== undefined && !place.asset) place.position = within(place.position, total);
    const hasMoved = this.#locate();
    this.#walk?.goTo(within(place.position, total ?? Number.POSITIVE_INFINITY));
    changed();
    const { asset, position } = place;
    if (!asset) {
      this.#leave();
      return;
    }
    if (this.#isLost) void this.#walk?.locate(asset.id, position);
    this.failure = undefined;
    const wanted = atVersion(asset, place.version);
    const page = pageOf(place);
    const reportPage = (next: number) => {
      if (next === pageOf(place)) return;
      place.page = next + 1;
      turned(asset, place.page);
    };
    if (this.shown?.asset.id !== wanted.id || this.shown.asset.version !== wanted.version) {
      const before = this.shown?.find;
      const find = before?.isOpen ? before : { text: place.query?.text ?? '', isOpen: false };
      this.#leave();
      const options = { page, isCurrent: wanted === asset, find, changed, turned: reportPage };
      this.shown = new ShownAsset(known, wanted, options);
    } else this.shown.turnTo(page < Math.max(1, this.shown.pages) ? page : 0);
    // The asset may have no such page.
    reportPage(this.shown.page);
    if (hasMoved) moved(asset, position);
  }

  /** Goes to the next or the previous asset. */
  readonly moveBy = (by: 1 | -1): void => this.#goTo(by > 0 ? this.#after : this.#before);

  readonly moveTo = (end: 'first' | 'last'): void => this.#goTo(end === 'first' ? 0 : (this.total ?? 1) - 1);

  readonly turnPage = (by: 1 | -1): void => this.shown?.turnTo(this.shown.page + by);

  /** Loads pictures whose longer side has `longest` CSS pixels, enlarged by `scale`; then those of the neighbours. */
  loadPictures(longest: number, scale: number): void {
    const { shown } = this;
    shown?.layers.need(longest * scale);
    shown?.comparison?.layers.need(longest * scale);
    if (shown && !shown.layers.isLoading) this.#walk?.preload(this.#options.place.position, longest);
  }

  close(): void {
    this.#closeList();
    this.#leave();
  }

  #open(catalogue: Catalogue, query: AssetQuery): Walk {
    const { place, changed, moved } = this.#options;
    const walk = new Walk(catalogue, query, {
      changed: () => this.#walk === walk && this.find(),
      located: (id, position) => {
        if (place.asset?.id !== id) return;
        // Set with the position, because a position alone would ask for the asset there.
        place.asset = { ...place.asset };
        place.position = position;
        this.find();
        moved(place.asset, place.position);
      },
      failed: (error) => {
        this.#busy.failed(error);
        if (this.shown) return;
        this.failure = error;
        changed();
      },
    });
    return walk;
  }

  #leave(): void {
    this.shown?.close();
    this.shown = undefined;
    this.#options.left();
  }

  #closeList(): void {
    this.#busy.stop();
    this.#walk?.close();
    this.#walk = undefined;
    this.failure = undefined;
  }

  /**
   * Looks up the asset at the position, or the position of the asset, which counts more: the position may be one of an older
   * list. Returns true if that changed the place.
   */
  #locate(): boolean {
    const { place } = this.#options;
    const { asset, position } = place;
    const walk = this.#walk;
    this.isListed = true;
    if (!walk) return false;
    if (!asset) {
      place.asset = walk.at(position);
      return place.asset !== undefined;
    }
    const found = walk.find(asset.id, position);
    if (found === undefined) {
      // Another asset is there now, or the list has no such position.
      this.isListed = walk.at(position) === undefined && (walk.total === undefined || position < walk.total);
      return false;
    }
    place.asset = walk.at(found);
    place.position = found;
    place.isGuessed = false;
    return found !== position;
  }

  /** True for an asset of which it is unknown where in the list it is or was. */
  get #isLost(): boolean {
    return this.#options.place.isGuessed && !this.isListed;
  }

  get #before(): number {
    const { position } = this.#options.place;
    return Math.min(position, this.total ?? position) - 1;
  }

  /** Position of the next asset, which takes the former position of an asset that has left the list. */
  get #after(): number {
    const { position } = this.#options.place;
    return this.isListed ? position + 1 : position;
  }

  #goTo(position: number): void {
    const { place } = this.#options;
    const isThere = this.isListed && position === place.position;
    if (this.#isLost || isThere || !(position >= 0 && position < (this.total ?? 0))) return;
    Object.assign(place, { version: 0, page: 1, position, asset: undefined });
    if (!this.#walk?.at(position)) this.#walk?.retry();
    // If the asset is not loaded yet, it is shown when it arrives.
    this.find();
  }
}

function within(position: number, total: number): number {
  return Math.max(0, Math.min(Math.trunc(position), total - 1)) || 0;
}
