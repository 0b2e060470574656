import type { Asset } from '@asset-browsing-service/client';
import { type AssetQuery, isRestricted } from '../assets/asset-query.ts';
import { isSameQuery, type PagePlace, START } from './address.ts';
import { type AssetHome, isGoneAsset } from './asset-home.ts';
import { openPlaces } from './history-state.ts';

/** The list and the asset that the page shows. Keeps the address and the history up to date. */
export interface Route {
  readonly place: PagePlace;
  /** The open asset; undefined while it is not known. */
  readonly opened: Asset | undefined;
  /** Its position in the list; undefined for an asset that was not opened from the list. */
  readonly position: number | undefined;
  /** True if a link has opened it, which says only where it may be in the list. */
  readonly isGuessed: boolean;
  /** False if the address names an asset alone, whose node decides the list. */
  readonly hasList: boolean;
  /** Shows the place of the address, and follows when the person goes back or forward. */
  start(): void;
  stop(): void;
  /** Shows the beginning of a list. Queries that a person types in one go share one entry of the history. */
  showList(query: AssetQuery, isTyping?: boolean): void;
  /** Opens an asset in place of the current one. */
  openAsset(asset: Asset, position: number | undefined): void;
  /** Shows the asset that a link names, once it has been looked up. */
  found(home: AssetHome): void;
  /** Shows a version of the open asset; 0 stands for the current one. */
  showVersion(version: number): void;
  /** Shows a page of the open asset, from 1. */
  showPage(page: number): void;
  /** Goes back to the list. */
  closeAsset(): void;
  /** Keeps the position of the first asset on the screen. */
  scrolled(position: number): void;
  /** Removes a part from the address that was needed only once. */
  drop(part: 'basket' | 'locale'): void;
}

/** What is shown of an asset at first. */
const BEGINNING = { version: undefined, page: undefined };

/** Functions that the route calls. */
export interface RouteListener {
  /** Called when the page must be drawn again. */
  readonly changed: () => void;
  /** Called when the page shows another entry of the history, or its first one. */
  readonly arrived: (news: { readonly isOtherList: boolean; readonly isOtherAsset: boolean }) => void;
}

/** Opens the route at the place that shows all assets. */
export function openRoute({ changed, arrived }: RouteListener): Route {
  let place = START;
  let opened: Asset | undefined;
  let position: number | undefined;
  let isGuessed = false;
  /** True while the person is typing the latest query. */
  let isTyping = false;
  let isFirst = true;

  const places = openPlaces((next, itsPosition) => {
    const isOtherList = isFirst || !isSameQuery(next.query, place.query);
    const isOtherAsset = next.asset !== place.asset;
    isFirst = false;
    // Keeps the same object for the same query, because the list loads each new object.
    become(isOtherList ? next : { ...next, query: place.query });
    position = itsPosition;
    isGuessed = false;
    isTyping = false;
    if (isOtherAsset) opened = undefined;
    arrived({ isOtherList, isOtherAsset });
  });

  function become(next: PagePlace): void {
    place = next;
    changed();
  }

  function go(change: Partial<PagePlace>, { replaces }: { readonly replaces: boolean }): void {
    // Another asset starts at the first page of its current version.
    const isOther = 'asset' in change && change.asset !== place.asset;
    become({ ...place, ...(isOther && BEGINNING), ...change });
    // A guess that came back with the history would be taken for the position.
    places.go(place, { replaces, position: isGuessed ? undefined : position });
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
    get isGuessed() {
      return isGuessed;
    },
    get hasList() {
      return position !== undefined || place.position > 0 || Object.keys(place.query).length > 0;
    },
    start: () => places.start(),
    stop: () => places.stop(),
    showList: (asked, typesOn = false) => {
      const query = withoutUselessTop(asked);
      const replaces = isSameQuery(query, place.query) || (typesOn && isTyping);
      position = undefined;
      isTyping = typesOn;
      // A shared basket that the person has declined belongs to the place that its link leads to.
      go({ query, isCut: false, position: 0, asset: undefined, basket: undefined }, { replaces });
    },
    openAsset: (asset, itsPosition) => {
      const replaces = place.asset !== undefined;
      opened = asset;
      position = itsPosition;
      isGuessed = false;
      // So that a copied address leads to the place of the asset in the list.
      go({ asset: asset.id, position: itsPosition ?? place.position }, { replaces });
    },
    found: ({ asset, node }) => {
      if (place.asset !== asset.id) return;
      opened = asset;
      if (position === undefined && !isGoneAsset(asset)) {
        position = place.position;
        isGuessed = true;
      }
      changed();
      if (node !== undefined) go({ query: { node, isDeep: true } }, { replaces: true });
    },
    showVersion: (version) => go({ ...BEGINNING, version: version || undefined }, { replaces: true }),
    showPage: (page) => go({ page: page > 1 ? page : undefined }, { replaces: true }),
    closeAsset: () => {
      if (!places.back()) go({ asset: undefined }, { replaces: true });
      else become({ ...place, ...BEGINNING, asset: undefined });
    },
    scrolled: (first) => {
      // The address of an open asset says where that is in the list.
      if (place.asset === undefined && first !== place.position) go({ position: first }, { replaces: true });
    },
    drop: (part) => go({ [part]: undefined }, { replaces: true }),
  };
}

/** The most downloaded assets can be neither searched, filtered nor sorted, so each of these leads away from them. */
function withoutUselessTop(query: AssetQuery): AssetQuery {
  const { isTop, ...others } = query;
  return isTop && (isRestricted(others) || others.sorting) ? others : query;
}
