import { type BasketItem, type BasketStorage, type BasketStore, openBasketStore } from './basket-store.ts';

/** The items of a basket. Those that are added before its catalogue is known join those of the catalogue. */
export interface BasketItems {
  readonly list: readonly BasketItem[];
  /** Changes the items, and tells of it. */
  change(update: (items: readonly BasketItem[]) => readonly BasketItem[]): void;
  /** Shows the items of the catalogue with this base address, unless they are shown already. */
  open(base: string): void;
  /** Shows none. What is added from now on waits for the next catalogue. */
  close(): void;
}

/** Opens the items of a basket. `changed` is called when they change, here or in another window. */
export function openBasketItems(storage: BasketStorage | undefined, changed: () => void): BasketItems {
  let store: BasketStore | undefined;
  let shown: string | undefined;
  let early: readonly BasketItem[] = [];

  function close(): void {
    store?.close();
    store = undefined;
    shown = undefined;
  }

  return {
    get list() {
      return store?.items ?? early;
    },
    change: (update) => {
      if (store) store.change(update);
      else early = update(early);
      changed();
    },
    open: (base) => {
      // Without storage, only this store has them.
      if (shown === base) return;
      close();
      shown = base;
      store = openBasketStore(base, storage, changed);
      const added = early;
      early = [];
      if (added.length > 0) store.change((items) => [...items, ...added]);
      if (store.items.length > 0) changed();
    },
    close,
  };
}
