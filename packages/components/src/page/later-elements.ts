import type { ReactiveElement } from 'lit';
import { additionText } from '../basket/basket-news.ts';
import type { Say } from '../texts/texts.ts';
import { openPassingNews, type PassingNews } from './passing-news.ts';
import type { Rest } from './rest.ts';
import type { Route } from './route.ts';
import { shareLink } from './share-link.ts';

/** Actions of elements that the page loads later. Each waits until they have loaded. */
export interface LaterElements {
  /** Opens the download of these assets. `version` is that of a single asset; 0 stands for the current one. */
  download(ids: readonly number[], version?: number): Promise<void>;
  /** Adds assets to the basket, and shows in `news` how many. */
  addToBasket(ids: readonly number[], say: Say): Promise<void>;
  /** Removes an asset from the basket, and shows it in `news`. */
  removeFromBasket(id: number, say: Say): void;
  /** True if the basket has loaded and has the asset. */
  isInBasket(id: number): boolean;
  /** Lets the person send the link of the asset that is open, or copies it, which it shows in `news`. */
  share(link: string, say: Say): Promise<void>;
  /** What has just happened. */
  readonly news: PassingNews;
  /**
   * Adds the shared basket of the address to the basket of this browser, unless the person declines, and then removes it from the
   * address, so that assets do not come back that the person removes.
   */
  takeBasket(): Promise<void>;
}

export function openLaterElements(page: ReactiveElement, rest: Rest, route: () => Route): LaterElements {
  const find = <Name extends 'abs-download' | 'abs-basket' | 'abs-viewer'>(name: Name) =>
    page.renderRoot.querySelector(name);
  const news = openPassingNews(() => page.requestUpdate());
  /** Shared baskets that this page has offered, and whether they were added. */
  const offered = new Map<string, boolean>();

  /** Resolves when the elements have loaded, if need be after another try. */
  async function complete(): Promise<void> {
    await rest.load();
    await page.updateComplete;
  }

  return {
    download: async (ids, version = 0) => {
      await complete();
      const download = find('abs-download');
      if (!download) return;
      Object.assign(download, { ids, version });
      download.open();
    },
    addToBasket: async (ids, say) => {
      await complete();
      const addition = find('abs-basket')?.addAssets(ids);
      if (addition) news.show(additionText(say, addition));
    },
    removeFromBasket: (id, say) => {
      find('abs-basket')?.removeAssets([id]);
      news.show(say('basket.taken-out'));
    },
    share: async (link, say) => {
      const result = await shareLink(link);
      if (result === 'copied') news.show(say('copy.done'));
      if (result !== 'refused') return;
      // The details have a field from which people copy it themselves.
      const viewer = find('abs-viewer');
      if (viewer) viewer.aside = true;
    },
    isInBasket: (id) => find('abs-basket')?.has(id) ?? false,
    news,
    takeBasket: async () => {
      const { basket } = route().place;
      if (!basket) return;
      await complete();
      const key = String(basket);
      const element = find('abs-basket');
      if (!element) return;
      if (!offered.has(key)) {
        offered.set(key, false);
        offered.set(key, await element.offerAssets(basket));
      }
      // Older entries of the history still have it.
      if (offered.get(key) && String(route().place.basket) === key) route().drop('basket');
    },
  };
}
