import type { Asset } from '@asset-browsing-service/client';
import { type AssetQuery, isRestricted } from '../assets/asset-query.ts';
import { isSameQuery, type PagePlace, START } from './address.ts';
import { type AssetHome, isGoneAsset } from './asset-home.ts';
import { Places } from './history-state.ts';

/** What is shown of an asset at first. */
const BEGINNING = { version: undefined, page: undefined };

/** Functions that the route calls. */
export interface RouteListener {
  /** Called when the page must be drawn again. */
  readonly changed: () => void;
  /** Called when the page shows another entry of the history, or its first one. */
  readonly arrived: (news: { readonly isOtherList: boolean; readonly isOtherAsset: boolean }) => void;
}

/** The list and the asset that the page shows, at first all assets. Keeps the address and the history up to date. */
export class Route {
  readonly #listener: RouteListener;
  readonly #places = new Places((next, position) => this.#arrived(next, position));
  #place = START;
  #opened: Asset | undefined;
  #position: number | undefined;
  #isGuessed = false;
  /** True while the person is typing the latest query. */
  #isTyping = false;
  #isFirst = true;

  constructor(listener: RouteListener) {
    this.#listener = listener;
  }

  get place(): PagePlace {
    return this.#place;
  }

  /** The open asset; undefined while it is not known. */
  get opened(): Asset | undefined {
    return this.#opened;
  }

  /** Its position in the list; undefined for an asset that was not opened from the list. */
  get position(): number | undefined {
    return this.#position;
  }

  /** True if a link has opened it, which says only where it may be in the list. */
  get isGuessed(): boolean {
    return this.#isGuessed;
  }

  /** False if the address names an asset alone, whose node decides the list. */
  get hasList(): boolean {
    return this.#position !== undefined || this.#place.position > 0 || Object.keys(this.#place.query).length > 0;
  }

  /** Shows the place of the address, and follows when the person goes back or forward. */
  start(): void {
    this.#places.start();
  }

  stop(): void {
    this.#places.stop();
  }

  /** Shows the beginning of a list. Queries that a person types in one go share one entry of the history. */
  showList(asked: AssetQuery, isTyping = false): void {
    const query = withoutUselessTop(asked);
    const replaces = isSameQuery(query, this.#place.query) || (isTyping && this.#isTyping);
    this.#position = undefined;
    this.#isTyping = isTyping;
    // A shared basket that the person has declined belongs to the place that its link leads to.
    this.#go({ query, isCut: false, duplicates: false, position: 0, asset: undefined, basket: undefined }, replaces);
  }

  /** Opens an asset in place of the current one. */
  openAsset(asset: Asset, position: number | undefined): void {
    const replaces = this.#place.asset !== undefined;
    this.#opened = asset;
    this.#position = position;
    this.#isGuessed = false;
    // Where the text that was searched for is in a document.
    const page = asset.snippets?.[0]?.page;
    // So that a copied address leads to the place of the asset in the list.
    const place = { asset: asset.id, position: position ?? this.#place.position, ...(page && { page: page + 1 }) };
    this.#go(place, replaces);
  }

  /** Shows the asset that a link names, once it has been looked up. */
  found({ asset, node }: AssetHome): void {
    if (this.#place.asset !== asset.id) return;
    this.#opened = asset;
    if (this.#position === undefined && !isGoneAsset(asset)) {
      this.#position = this.#place.position;
      this.#isGuessed = true;
    }
    this.#listener.changed();
    if (node !== undefined) this.#go({ query: { node, isDeep: true } });
  }

  /** Shows a version of the open asset; 0 stands for the current one. */
  showVersion(version: number): void {
    this.#go({ ...BEGINNING, version: version || undefined });
  }

  /** Shows a page of the open asset, from 1. */
  showPage(page: number): void {
    this.#go({ page: page > 1 ? page : undefined });
  }

  /** Goes back to the list. */
  closeAsset(): void {
    if (!this.#places.back()) this.#go({ asset: undefined });
    else this.#become({ ...this.#place, ...BEGINNING, asset: undefined });
  }

  /** Opens the dialog with duplicates over the list. */
  showDuplicates(): void {
    this.#go({ duplicates: true }, false);
  }

  /** Goes back to the list. */
  closeDuplicates(): void {
    if (!this.#place.duplicates) return;
    if (!this.#places.back()) this.#go({ duplicates: false });
    else this.#become({ ...this.#place, duplicates: false });
  }

  /** Keeps the position of the first asset on the screen. */
  scrolled(position: number): void {
    // The address of an open asset says where that is in the list.
    if (this.#place.asset === undefined && position !== this.#place.position) this.#go({ position });
  }

  /** Removes a part from the address that was needed only once. */
  drop(part: 'basket' | 'locale'): void {
    this.#go({ [part]: undefined });
  }

  #arrived(next: PagePlace, position: number | undefined): void {
    const { query, asset } = this.#place;
    const isOtherList = this.#isFirst || !isSameQuery(next.query, query);
    const isOtherAsset = next.asset !== asset;
    this.#isFirst = false;
    // Keeps the same object for the same query, because the list loads each new object.
    this.#become(isOtherList ? next : { ...next, query });
    this.#position = position;
    this.#isGuessed = false;
    this.#isTyping = false;
    if (isOtherAsset) this.#opened = undefined;
    this.#listener.arrived({ isOtherList, isOtherAsset });
  }

  #become(next: PagePlace): void {
    this.#place = next;
    this.#listener.changed();
  }

  #go(change: Partial<PagePlace>, replaces = true): void {
    // Another asset starts at the first page of its current version.
    const isOther = 'asset' in change && change.asset !== this.#place.asset;
    this.#become({ ...this.#place, ...(isOther && BEGINNING), ...change });
    // A guess that came back with the history would be taken for the position.
    this.#places.go(this.#place, { replaces, position: this.#isGuessed ? undefined : this.#position });
  }
}

/** The most downloaded assets can be neither searched, filtered nor sorted, so each of these leads away from them. */
function withoutUselessTop(query: AssetQuery): AssetQuery {
  const { isTop, ...others } = query;
  return isTop && (isRestricted(others) || others.sorting) ? others : query;
}
