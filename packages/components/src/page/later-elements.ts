import type { ReactiveElement } from 'lit';
import type { Rest } from './rest.ts';
import type { Route } from './route.ts';

/** What the page asks of elements that are loaded later: it is done as soon as they are there. */
export interface LaterElements {
  /** Opens the download of these assets; of a single one also in another version than the current one, which 0 stands for. */
  download(ids: readonly number[], version?: number): Promise<void>;
  addToBasket(ids: readonly number[]): Promise<void>;
  /**
   * Puts a shared basket into that of this browser, and takes it out of the address once, so that what the person removes from
   * it does not come back.
   */
  takeBasket(): Promise<void>;
}

/** Opens what a page asks of its later elements. */
export function openLaterElements(page: ReactiveElement, rest: Rest, route: () => Route): LaterElements {
  const find = <Name extends 'abs-download' | 'abs-basket'>(name: Name) => page.renderRoot.querySelector(name);
  /** Shared baskets that this page has taken. */
  const taken = new Set<string>();

  /** Resolves when everything is there, also after it could not be loaded at first. */
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
    addToBasket: async (ids) => {
      await complete();
      find('abs-basket')?.addAssets(ids);
    },
    takeBasket: async () => {
      if (!route().place.basket) return;
      await complete();
      // Another call may have taken it meanwhile.
      const { basket } = route().place;
      const element = find('abs-basket');
      if (!basket || !element) return;
      route().drop('basket');
      // Entries of the history that were made before it was dropped still have it.
      if (taken.has(String(basket))) return;
      taken.add(String(basket));
      element.addAssets(basket);
      element.open();
    },
  };
}
