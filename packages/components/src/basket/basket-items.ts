import type { Asset } from '@asset-browsing-service/client';
import {
  type BasketItem,
  type BasketStorage,
  type BasketStore,
  openBasketStore,
  withoutDuplicates,
} from './basket-store.ts';

/** An asset, or its ID, to add to a basket. */
export type AddedAsset = number | Pick<Asset, 'id' | 'name'>;

/** The result of the last call of `add`. */
export interface Addition {
  /** Number of different assets in the call. */
  readonly total: number;
  /** Number of these that the basket did not have. */
  readonly added: number;
  /** Number of these for which the basket had no space. */
  readonly leftOut: number;
}

/** Returns what becomes of the items. */
type Update = (items: readonly BasketItem[]) => readonly BasketItem[];

/** One call of a function that changes the items. */
interface Change {
  readonly update: Update;
  /** The assets to add; undefined if it is another change. */
  readonly toAdd?: readonly BasketItem[];
}

const NOTHING_ADDED: Addition = { total: 0, added: 0, leftOut: 0 };

/** The items of a basket. Changes made before the catalogue is known are kept and applied once its items have loaded. */
export interface BasketItems {
  readonly list: readonly BasketItem[];
  /** The result of the last call of `add`. */
  readonly addition: Addition;
  /** Adds assets while there is space, and calls `changed`. Throws a `RangeError`, and adds none, if an ID is not a whole number from 1. */
  add(assets: readonly AddedAsset[]): void;
  /** Gives the items the names of these assets, and calls `changed` if a name is new. */
  name(assets: ReadonlyMap<number, Pick<Asset, 'name'>>): void;
  /** Changes the items, and calls `changed`. */
  change(update: Update): void;
  /** Resets `addition`. */
  forgetAddition(): void;
  /** Loads the stored items of the catalogue with this base address, unless they are loaded, and calls `changed`. */
  open(base: string): void;
  /** Leaves the catalogue. Changes that are made from now on wait for the next one. */
  close(): void;
}

/** Creates the items of a basket. `changed` is called when they change, here or in another window. */
export function openBasketItems(storage: BasketStorage | undefined, changed: () => void): BasketItems {
  let store: BasketStore | undefined;
  let openBase: string | undefined;
  /** The changes that were made while no catalogue was known. */
  let waiting: readonly Change[] = [];
  let addition = NOTHING_ADDED;

  /** Applies the changes, or lets them wait for a catalogue; sets `addition` for the last one that adds assets. */
  function apply(changes: readonly Change[]): void {
    if (!store) {
      waiting = [...waiting, ...changes];
      return;
    }
    store.change((items) =>
      changes.reduce((before, change) => {
        const after = resultOf([change], before);
        if (change.toAdd) addition = additionOf(change.toAdd, before, after);
        return after;
      }, items),
    );
  }

  function close(): void {
    store?.close();
    store = undefined;
    openBase = undefined;
    addition = NOTHING_ADDED;
  }

  const list = () => store?.items ?? resultOf(waiting, []);

  function change(update: Update): void {
    apply([{ update }]);
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
      const toAdd = assets.map(itemOf);
      apply([{ toAdd, update: (items) => [...items, ...toAdd] }]);
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
      // If the browser stores nothing, only this store has the items, and a new one would lose them.
      if (openBase === base) return;
      close();
      openBase = base;
      store = openBasketStore(base, storage, changed);
      const changes = waiting;
      waiting = [];
      if (changes.length > 0) apply(changes);
      changed();
    },
    close,
  };
}

function resultOf(changes: readonly Change[], items: readonly BasketItem[]): readonly BasketItem[] {
  return changes.reduce((result, { update }) => withoutDuplicates(update(result)), items);
}

/** Compares the items before and after an addition: later changes do not mean that there was no space. */
function additionOf(
  toAdd: readonly BasketItem[],
  before: readonly BasketItem[],
  after: readonly BasketItem[],
): Addition {
  const [idsBefore, idsAfter] = [idsOf(before), idsOf(after)];
  const ids = [...idsOf(toAdd)];
  return {
    total: ids.length,
    added: ids.filter((id) => idsAfter.has(id) && !idsBefore.has(id)).length,
    leftOut: ids.filter((id) => !idsAfter.has(id)).length,
  };
}

function idsOf(items: readonly BasketItem[]): ReadonlySet<number> {
  return new Set(items.map(({ id }) => id));
}

function itemOf(asset: AddedAsset): BasketItem {
  const { id, name } = typeof asset === 'number' ? { id: asset, name: '' } : asset;
  if (!Number.isSafeInteger(id) || id < 1)
    throw new RangeError(`abs-basket: ${id} is not the ID of an asset, which is a whole number from 1`);
  return { id, name };
}
