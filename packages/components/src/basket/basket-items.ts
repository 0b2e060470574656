import type { Asset } from '@asset-browsing-service/client';
import { type BasketItem, type BasketStorage, type BasketStore, openBasketStore } from './basket-store.ts';

/** An asset, or its ID, to put into a basket. */
export type AddedAsset = number | Pick<Asset, 'id' | 'name'>;

/** What became of the assets that were added last. */
export interface Addition {
  /** Number of different assets that were to be added. */
  readonly total: number;
  /** How many of them the basket had no room for. */
  readonly leftOut: number;
}

const NOTHING_ADDED: Addition = { total: 0, leftOut: 0 };

/** The items of a basket. Those that are added before its catalogue is known join those of the catalogue. */
export interface BasketItems {
  readonly list: readonly BasketItem[];
  /** What became of the assets that were added last. */
  readonly addition: Addition;
  /** Adds assets as far as there is room, and calls `changed`. Throws a `RangeError`, and adds none, if one has no proper ID. */
  add(assets: readonly AddedAsset[]): void;
  /** Gives the items the names of these assets, and calls `changed` if one is new. */
  name(assets: ReadonlyMap<number, Pick<Asset, 'name'>>): void;
  /** Changes the items, and calls `changed`. */
  change(update: (items: readonly BasketItem[]) => readonly BasketItem[]): void;
  /** Forgets what became of the assets that were added last. */
  forgetAddition(): void;
  /** Shows the items of the catalogue with this base address, unless they are shown already. */
  open(base: string): void;
  /** Ends the items of the catalogue. What is added from now on waits for the next one. */
  close(): void;
}

/** Opens the items of a basket. `changed` is called when they change, here or in another window. */
export function openBasketItems(storage: BasketStorage | undefined, changed: () => void): BasketItems {
  let store: BasketStore | undefined;
  let shown: string | undefined;
  /** What was added while no catalogue was known. */
  let early: readonly BasketItem[] = [];
  let addition = NOTHING_ADDED;

  function join(added: readonly BasketItem[]): void {
    if (!store) {
      early = [...early, ...added];
      return;
    }
    store.change((items) => [...items, ...added]);
    const ids = new Set(added.map(({ id }) => id));
    const kept = new Set(store.items.map(({ id }) => id));
    addition = { total: ids.size, leftOut: [...ids].filter((id) => !kept.has(id)).length };
  }

  function close(): void {
    store?.close();
    store = undefined;
    shown = undefined;
  }

  const list = () => store?.items ?? early;

  function change(update: (items: readonly BasketItem[]) => readonly BasketItem[]): void {
    if (store) store.change(update);
    else early = update(early);
    changed();
  }

  return {
    get list() {
      return list();
    },
    get addition() {
      return addition;
    },
    add: (assets) => {
      join(assets.map(itemOf));
      changed();
    },
    name: (assets) => {
      const nameOf = ({ id, name }: BasketItem) => assets.get(id)?.name ?? name;
      const isNamed = (item: BasketItem) => item.name === nameOf(item);
      if (!list().every(isNamed)) change((items) => items.map((item) => ({ id: item.id, name: nameOf(item) })));
    },
    change,
    forgetAddition: () => {
      addition = NOTHING_ADDED;
    },
    open: (base) => {
      // Without storage, the items are in this store alone, and a new one would lose them.
      if (shown === base) return;
      close();
      shown = base;
      store = openBasketStore(base, storage, changed);
      addition = NOTHING_ADDED;
      const added = early;
      early = [];
      if (added.length > 0) join(added);
      if (store.items.length > 0) changed();
    },
    close,
  };
}

function itemOf(asset: AddedAsset): BasketItem {
  const { id, name } = typeof asset === 'number' ? { id: asset, name: '' } : asset;
  if (!Number.isSafeInteger(id) || id < 1)
    throw new RangeError(`abs-basket: ${id} is not the ID of an asset, which is a whole number from 1`);
  return { id, name };
}
