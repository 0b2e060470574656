import type { ReactiveElement } from 'lit';
import type { PrintSubject } from '../print/load-printed.ts';
import type {} from '../print/print-element.ts';
import type { Say } from '../texts/texts.ts';
import { PassingNews } from './passing-news.ts';
import type { Rest } from './rest.ts';
import type { Route } from './route.ts';
import { shareLink } from './share-link.ts';

/** Actions of elements that the page loads later. Each waits until they have loaded. */
export class LaterElements {
  /** What has just happened. */
  readonly news: PassingNews;
  readonly #page: ReactiveElement;
  readonly #rest: Rest;
  readonly #route: () => Route;
  /** Shared baskets that this page has offered, and whether they were added. */
  readonly #offered = new Map<string, boolean>();
  #showsDuplicates = false;

  constructor(page: ReactiveElement, rest: Rest, route: () => Route) {
    this.news = new PassingNews(page);
    this.#page = page;
    this.#rest = rest;
    this.#route = route;
  }

  /**
   * Opens the download of these assets, which together are `name`. `version` is that of a single asset; 0 stands for the current
   * one.
   */
  async download(ids: readonly number[], name: string, version = 0): Promise<void> {
    await this.#complete();
    const download = this.#find('abs-download');
    if (!download) return;
    Object.assign(download, { ids, version, name });
    download.open();
  }

  /** Opens the dialog that prints these assets, or the first ones of a list, which together are `name`. */
  async print(subject: PrintSubject, name: string): Promise<void> {
    await this.#complete();
    const print = this.#find('abs-print');
    if (!print) return;
    Object.assign(print, { query: undefined, ids: [], name }, subject);
    print.open();
  }

  /** After the dialog of downloads was closed: closes that of the basket, too, if it is above the tray. */
  downloadClosed(): void {
    if (this.#find('abs-download')?.isRunning) this.#find('abs-basket')?.close();
  }

  /** Opens the dialog that makes a link to these assets for others; without assets, the one with the links made before. */
  async shareAssets(ids: readonly number[]): Promise<void> {
    await this.#complete();
    const share = this.#find('abs-share');
    if (!share) return;
    share.ids = ids;
    share.open();
  }

  /** Opens or closes the dialog with duplicates as the address says, below an asset that is open. */
  followDuplicates(isOffered: boolean): void {
    const { duplicates, asset } = this.#route().place;
    if (duplicates === this.#showsDuplicates || (duplicates && (asset !== undefined || !isOffered))) return;
    this.#showsDuplicates = duplicates;
    if (duplicates) void this.#showDuplicates();
    else if (customElements.get('abs-duplicates')) this.#find('abs-duplicates')?.close();
  }

  /** Opens that dialog, unless it is no longer wanted once its script is there. */
  async #showDuplicates(): Promise<void> {
    await this.#complete();
    await import('./duplicates-element.ts');
    if (this.#route().place.duplicates) this.#find('abs-duplicates')?.open();
  }

  /** Adds assets to the basket, and shows in `news` how many. */
  async addToBasket(ids: readonly number[], say: Say): Promise<void> {
    await this.#complete();
    const addition = this.#find('abs-basket')?.addAssets(ids);
    if (!addition) return;
    const { additionText } = await import('../basket/basket-news.ts');
    this.news.show(additionText(say, addition));
  }

  /** Removes an asset from the basket, and shows it in `news`. */
  removeFromBasket(id: number, say: Say): void {
    this.#find('abs-basket')?.removeAssets([id]);
    this.news.show(say('basket.taken-out'));
  }

  /** True if the basket has loaded and has the asset. */
  isInBasket(id: number): boolean {
    return this.#find('abs-basket')?.has(id) ?? false;
  }

  /** Lets the person send the link of the asset that is open, or copies it, which it shows in `news`. */
  async share(link: string, say: Say): Promise<void> {
    const result = await shareLink(link);
    if (result === 'copied') this.news.show(say('copy.done'));
    if (result !== 'refused') return;
    // The details have a field from which people copy it themselves.
    const viewer = this.#find('abs-viewer');
    if (viewer) viewer.aside = true;
  }

  /**
   * Adds the shared basket of the address to the basket of this browser, unless the person declines, and then removes it from the
   * address, so that assets do not come back that the person removes.
   */
  async takeBasket(): Promise<void> {
    const { basket } = this.#route().place;
    if (!basket) return;
    await this.#complete();
    const key = String(basket);
    const element = this.#find('abs-basket');
    if (!element) return;
    if (!this.#offered.has(key)) {
      this.#offered.set(key, false);
      this.#offered.set(key, await element.offerAssets(basket));
    }
    // Older entries of the history still have it.
    if (this.#offered.get(key) && String(this.#route().place.basket) === key) this.#route().drop('basket');
  }

  #find<Name extends 'abs-download' | 'abs-basket' | 'abs-share' | 'abs-print' | 'abs-viewer' | 'abs-duplicates'>(
    name: Name,
  ): HTMLElementTagNameMap[Name] | null {
    return this.#page.renderRoot.querySelector(name);
  }

  /** Resolves when the elements have loaded, if need be after another try. */
  async #complete(): Promise<void> {
    await this.#rest.load();
    await this.#page.updateComplete;
  }
}
