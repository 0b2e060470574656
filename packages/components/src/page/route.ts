import type { Asset } from '@asset-browsing-service/client';
import type { AssetQuery } from '../assets/asset-query.ts';
import { isSameQuery, type PagePlace, START } from './address.ts';
import type { AssetHome } from './asset-home.ts';
import { openPlaces } from './places.ts';

/** Where the person is on the page: in which list, at which asset. The address and the history follow. */
export interface Route {
  readonly place: PagePlace;
  /** The asset that is open, as far as it is known. */
  readonly opened: Asset | undefined;
  /** Its position in the list; undefined for an asset from elsewhere. */
  readonly position: number | undefined;
  /** Number of its version that is shown; 0 for the current one. */
  readonly version: number;
  /** Shows the place of the address, and from now on those that the person goes back and forward to. */
  start(): void;
  stop(): void;
  /** Goes to the beginning of a list. What somebody types is one entry of the history. */
  showList(query: AssetQuery, isTyping?: boolean): void;
  /** Opens an asset, in place of the one that is open. */
  openAsset(asset: Asset, position: number | undefined): void;
  /** Takes over what was found out about the asset that a link names. */
  found(home: AssetHome): void;
  showVersion(version: number): void;
  /** Leads back to the list. */
  closeAsset(): void;
  /** Notes which asset is the first on the screen. */
  scrolled(position: number): void;
  /** Takes something that is said only once out of the address. */
  drop(part: 'basket' | 'locale'): void;
}

/** What the route tells of. */
export interface RouteListener {
  /** Called when something is to be drawn anew. */
  readonly changed: () => void;
  /** Called when the person has come to an entry of the history, the first one included. */
  readonly arrived: (news: { readonly isOtherList: boolean; readonly isOtherAsset: boolean }) => void;
}

/** Opens the route at a place that shows everything. */
export function openRoute({ changed, arrived }: RouteListener): Route {
  let place = START;
  let opened: Asset | undefined;
  let position: number | undefined;
  let version = 0;
  /** True if the newest query was typed and may go on. */
  let isTyping = false;
  let isFirst = true;

  const places = openPlaces((next, itsPosition) => {
    const isOtherList = isFirst || !isSameQuery(next.query, place.query);
    const isOtherAsset = next.asset !== place.asset;
    isFirst = false;
    // The same object, with which the list is not loaded again.
    become(isOtherList ? next : { ...next, query: place.query });
    position = itsPosition;
    isTyping = false;
    if (isOtherAsset) opened = undefined;
    arrived({ isOtherList, isOtherAsset });
  });

  function become(next: PagePlace): void {
    // Another asset is shown in its current version.
    if (next.asset !== place.asset) version = 0;
    place = next;
    changed();
  }

  function go(change: Partial<PagePlace>, { replaces }: { readonly replaces: boolean }): void {
    become({ ...place, ...change });
    places.go(place, { replaces, position });
  }

  return {
    get place() {
      return place;
    },
    get opened() {
      return opened;
    },
    get position() {
      return position;
    },
    get version() {
      return version;
    },
    start: () => places.start(),
    stop: () => places.stop(),
    showList: (query, typesOn = false) => {
      const replaces = isSameQuery(query, place.query) || (typesOn && isTyping);
      position = undefined;
      isTyping = typesOn;
      go({ query, isCut: false, position: 0, asset: undefined }, { replaces });
    },
    openAsset: (asset, itsPosition) => {
      const replaces = place.asset !== undefined;
      opened = asset;
      position = itsPosition;
      go({ asset: asset.id }, { replaces });
    },
    found: ({ asset, node }) => {
      if (place.asset !== asset.id) return;
      opened = asset;
      changed();
      const isFromList = position !== undefined || Object.keys(place.query).length > 0;
      if (!isFromList && node !== undefined) go({ query: { node, isDeep: true } }, { replaces: true });
    },
    showVersion: (number) => {
      version = number;
      changed();
    },
    closeAsset: () => {
      if (!places.back()) go({ asset: undefined }, { replaces: true });
      else become({ ...place, asset: undefined });
    },
    scrolled: (first) => {
      if (first !== place.position) go({ position: first }, { replaces: true });
    },
    drop: (part) => go({ [part]: undefined }, { replaces: true }),
  };
}
