import type { Asset } from '@asset-browsing-service/client';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { openShownAsset, type ShownAsset } from './shown-asset.ts';
import { atVersion } from './version-bar.ts';
import { openWalk, type Walk } from './walk.ts';

/** What a viewer is asked to show. What is found out about it is written back. */
export interface ShownPlace {
  readonly query: AssetQuery | undefined;
  /** From 0. Where the asset was when somebody last looked. */
  position: number;
  /** If undefined, the asset at the position is looked up. */
  asset: Asset | undefined;
  /** Number of a version; 0 for the current one. */
  version: number;
}

/** What the opener gives and wants to know. */
export interface ShowingOptions {
  readonly place: ShownPlace;
  /** Undefined while nothing can be shown. */
  readonly catalogue: () => Catalogue | undefined;
  readonly changed: () => void;
  /** What was shown is shown no more. */
  readonly left: () => void;
  /** Another asset was reached, or the asset has another position than was said. */
  readonly moved: (asset: Asset, position: number) => void;
}

/** The asset that a viewer shows, and the way to its neighbours. */
export interface Showing {
  readonly shown: ShownAsset | undefined;
  /** Number of assets of the query; undefined until it is known, or without a query. */
  readonly total: number | undefined;
  /** False if the asset is not at its position, nor near it: the list has changed since. */
  readonly isListed: boolean;
  /** Why nothing can be shown. */
  readonly failure: unknown;
  /** Whether there is nothing before or after the asset. */
  readonly edges: { readonly isFirst: boolean; readonly isLast: boolean };
  /** Begins with the query. */
  start(): void;
  /** Shows what the place says, or requests it. */
  find(): void;
  /** Goes to the next or the previous asset. */
  moveBy(by: 1 | -1): void;
  moveTo(end: 'first' | 'last'): void;
  turnPage(by: 1 | -1): void;
  /** Loads pictures for a longer side of so many CSS pixels, enlarged by `scale`, and then those of the neighbours. */
  loadPictures(longest: number, scale: number): void;
  close(): void;
}

/** Opens what a viewer shows. Sends nothing before `start`. */
export function openShowing({ place, catalogue, changed, left, moved }: ShowingOptions): Showing {
  let walk: Walk | undefined;
  let shown: ShownAsset | undefined;
  let failure: unknown;
  let isMoving = false;
  let isListed = true;
  const busy = retryWhenBusy(start);

  function leave(): void {
    shown?.close();
    shown = undefined;
    left();
  }

  function close(): void {
    busy.stop();
    walk?.close();
    walk = undefined;
    isMoving = false;
    leave();
  }

  function start(): void {
    close();
    failure = undefined;
    const known = catalogue();
    if (!known) return;
    const { query } = place;
    if (query) {
      const own = openWalk(known, query, {
        changed: () => walk === own && find(),
        failed: (error) => {
          if (shown) return;
          failure = error;
          busy.failed(error);
          changed();
        },
      });
      walk = own;
    }
    find();
  }

  /** The asset that is asked for outranks its position, which may be one of an older list. Returns true if it is elsewhere. */
  function locate(): boolean {
    const { asset, position } = place;
    isListed = true;
    if (!walk) return false;
    if (!asset) {
      place.asset = walk.at(position);
      return false;
    }
    const found = walk.find(asset.id, position);
    if (found === undefined) {
      // Another asset is there now, or the list has no such place.
      isListed = walk.at(position) === undefined && (walk.total === undefined || position < walk.total);
      return false;
    }
    place.asset = walk.at(found);
    place.position = found;
    return found !== position;
  }

  function find(): void {
    const known = catalogue();
    if (!known) return;
    const total = walk?.total;
    if (total !== undefined && !place.asset) place.position = within(place.position, total);
    const isElsewhere = locate();
    walk?.goTo(within(place.position, total ?? Number.POSITIVE_INFINITY));
    changed();
    const { asset, position } = place;
    if (!asset) leave();
    if (!asset) return;
    failure = undefined;
    const wanted = atVersion(asset, place.version);
    if (shown?.asset.id !== wanted.id || shown.asset.version !== wanted.version) {
      leave();
      shown = openShownAsset(known, wanted, changed);
    }
    if (isMoving || isElsewhere) moved(asset, position);
    isMoving = false;
  }

  function before(): number {
    return Math.min(place.position, walk?.total ?? place.position) - 1;
  }

  /** What is at the place of an asset that is gone comes after it. */
  function after(): number {
    return isListed ? place.position + 1 : place.position;
  }

  function goTo(position: number): void {
    const total = walk?.total;
    if (total === undefined || position < 0 || position >= total || (isListed && position === place.position)) return;
    isMoving = true;
    place.version = 0;
    place.position = position;
    place.asset = walk?.at(position);
    // An asset that is not loaded yet is shown when it arrives.
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
      return { isFirst: before() < 0, isLast: after() >= (walk?.total ?? 0) };
    },
    start,
    find,
    moveBy: (by) => goTo(by > 0 ? after() : before()),
    moveTo: (which) => goTo(which === 'first' ? 0 : (walk?.total ?? 1) - 1),
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
