import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { openShownAsset, type ShownAsset } from './shown-asset.ts';
import { pageOf, type ShownPlace } from './shown-place.ts';
import { atVersion } from './version-bar.ts';
import { openWalk, type Walk } from './walk.ts';

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

/** The asset that a viewer shows, and the way to its neighbours. */
export interface Showing {
  readonly shown: ShownAsset | undefined;
  /** Number of assets of the query; undefined until it is known, or without a query. */
  readonly total: number | undefined;
  /** False if the asset is neither at its position nor near it, because the list has changed. */
  readonly isListed: boolean;
  /** Why nothing can be shown. */
  readonly failure: unknown;
  /** Whether the asset is the first or the last of the query. */
  readonly edges: { readonly isFirst: boolean; readonly isLast: boolean };
  /** Starts again: requests the query and the asset. */
  start(): void;
  /** Requests a changed query. The asset stays on the screen without interruption if it is the same. */
  requery(): void;
  /** Shows the asset of the place, or requests it. */
  find(): void;
  /** Goes to the next or the previous asset. */
  moveBy(by: 1 | -1): void;
  moveTo(end: 'first' | 'last'): void;
  turnPage(by: 1 | -1): void;
  /** Loads pictures whose longer side has `longest` CSS pixels, enlarged by `scale`; then those of the neighbours. */
  loadPictures(longest: number, scale: number): void;
  close(): void;
}

/** Opens a showing. Requests nothing before `start`. */
export function openShowing({ place, catalogue, changed, left, moved, turned }: ShowingOptions): Showing {
  let walk: Walk | undefined;
  let shown: ShownAsset | undefined;
  let failure: unknown;
  let isListed = true;
  const busy = retryWhenBusy(() => {
    failure = undefined;
    walk?.retry();
    find();
  });

  function leave(): void {
    shown?.close();
    shown = undefined;
    left();
  }

  function closeList(): void {
    busy.stop();
    walk?.close();
    walk = undefined;
    failure = undefined;
  }

  function close(): void {
    closeList();
    leave();
  }

  function start(): void {
    leave();
    requery();
  }

  function requery(): void {
    closeList();
    const known = catalogue();
    if (!known) {
      leave();
      return;
    }
    const { query } = place;
    if (query) {
      const own = openWalk(known, query, {
        changed: () => walk === own && find(),
        located: (id, position) => {
          if (place.asset?.id !== id) return;
          // Set with the position, because a position alone would ask for the asset there.
          place.asset = { ...place.asset };
          place.position = position;
          find();
          moved(place.asset, place.position);
        },
        failed: (error) => {
          busy.failed(error);
          if (shown) return;
          failure = error;
          changed();
        },
      });
      walk = own;
    }
    find();
  }

  /**
   * Looks up the asset at the position, or the position of the asset, which counts more: the position may be one of an older
   * list. Returns true if that changed the place.
   */
  function locate(): boolean {
    const { asset, position } = place;
    isListed = true;
    if (!walk) return false;
    if (!asset) {
      place.asset = walk.at(position);
      return place.asset !== undefined;
    }
    const found = walk.find(asset.id, position);
    if (found === undefined) {
      // Another asset is there now, or the list has no such position.
      isListed = walk.at(position) === undefined && (walk.total === undefined || position < walk.total);
      return false;
    }
    place.asset = walk.at(found);
    place.position = found;
    place.isGuessed = false;
    return found !== position;
  }

  function find(): void {
    const known = catalogue();
    if (!known) return;
    const total = walk?.total;
    if (total !== undefined && !place.asset) place.position = within(place.position, total);
    const hasMoved = locate();
    walk?.goTo(within(place.position, total ?? Number.POSITIVE_INFINITY));
    changed();
    const { asset, position } = place;
    if (asset && isLost()) walk?.locate(asset.id, position);
    if (!asset) {
      leave();
      return;
    }
    failure = undefined;
    const wanted = atVersion(asset, place.version);
    const page = pageOf(place);
    if (shown?.asset.id !== wanted.id || shown.asset.version !== wanted.version) {
      leave();
      shown = openShownAsset(known, wanted, {
        ...{ page, isCurrent: wanted === asset, changed },
        turned: (next) => reportPage(asset, next),
      });
    } else shown.turnTo(page < Math.max(1, shown.pages) ? page : 0);
    // The asset may have no such page.
    reportPage(asset, shown.page);
    if (hasMoved) moved(asset, position);
  }

  function reportPage(asset: Asset, page: number): void {
    if (page === pageOf(place)) return;
    place.page = page + 1;
    turned(asset, place.page);
  }

  /** True for an asset of which it is unknown where in the list it is or was. */
  function isLost(): boolean {
    return place.isGuessed && !isListed;
  }

  function before(): number {
    return Math.min(place.position, walk?.total ?? place.position) - 1;
  }

  /** Position of the next asset, which takes the former position of an asset that has left the list. */
  function after(): number {
    return isListed ? place.position + 1 : place.position;
  }

  function goTo(position: number): void {
    const total = walk?.total;
    if (
      isLost() ||
      total === undefined ||
      position < 0 ||
      position >= total ||
      (isListed && position === place.position)
    )
      return;
    place.version = 0;
    place.page = 1;
    place.position = position;
    place.asset = undefined;
    if (!walk?.at(position)) walk?.retry();
    // If the asset is not loaded yet, it is shown when it arrives.
    find();
  }

  return {
    get shown() {
      return shown;
    },
    get total() {
      return walk?.total;
    },
    get isListed() {
      return isListed;
    },
    get failure() {
      return failure;
    },
    get edges() {
      return { isFirst: isLost() || before() < 0, isLast: isLost() || after() >= (walk?.total ?? 0) };
    },
    start,
    requery,
    find,
    moveBy: (by) => goTo(by > 0 ? after() : before()),
    moveTo: (end) => goTo(end === 'first' ? 0 : (walk?.total ?? 1) - 1),
    turnPage: (by) => shown?.turnTo(shown.page + by),
    loadPictures: (longest, scale) => {
      shown?.layers.need(longest * scale);
      shown?.comparison?.layers.need(longest * scale);
      if (shown && !shown.layers.isLoading) walk?.preload(place.position, longest);
    },
    close,
  };
}

function within(position: number, total: number): number {
  return Math.max(0, Math.min(Math.trunc(position), total - 1)) || 0;
}
