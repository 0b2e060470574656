import type { Asset } from '@asset-browsing-service/client';
import { type BasketItem, type BasketStorage, BasketStore, withoutDuplicates } from './basket-store.ts';

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
export class BasketItems {
  /** The result of the last call of `add`. */
  addition = NOTHING_ADDED;
  #store: BasketStore | undefined;
  #openBase: string | undefined;
  /** The changes that were made while no catalogue was known. */
  #waiting: readonly Change[] = [];
  readonly #storage: BasketStorage | undefined;
  readonly #changed: () => void;

  /** `changed` is called when the items change, here or in another window. */
  constructor(storage: BasketStorage | undefined, changed: () => void) {
    this.#storage = storage;
    this.#changed = changed;
  }

  get list(): readonly BasketItem[] {
    return this.#store?.items ?? resultOf(this.#waiting, []);
  }

  /**
   * Adds assets while there is space, and calls `changed`. Throws a `RangeError`, and adds none, if an ID is not a whole
   * number from 1.
   */
  add(assets: readonly AddedAsset[]): void {
    const toAdd = assets.map(itemOf);
    this.#apply([{ toAdd, update: (items) => [...items, ...toAdd] }]);
    this.#changed();
  }

  /** Gives the items the names of these assets, and calls `changed` if a name is new. */
  name(assets: ReadonlyMap<number, Pick<Asset, 'name'>>): void {
    const nameOf = ({ id, name }: BasketItem) => assets.get(id)?.name ?? name;
    const isNamed = (item: BasketItem) => item.name === nameOf(item);
    if (!this.list.every(isNamed)) this.change((items) => items.map((item) => ({ id: item.id, name: nameOf(item) })));
  }

  /** Changes the items, and calls `changed`. */
  change(update: Update): void {
    this.#apply([{ update }]);
    this.#changed();
  }

  forgetAddition(): void {
    this.addition = NOTHING_ADDED;
  }

  /** Loads the stored items of the catalogue with this base address, unless they are loaded, and calls `changed`. */
  open(base: string): void {
    // If the browser stores nothing, only this store has the items, and a new one would lose them.
    if (this.#openBase === base) return;
    this.close();
    this.#openBase = base;
    this.#store = new BasketStore(base, this.#storage, this.#changed);
    const changes = this.#waiting;
    this.#waiting = [];
    if (changes.length > 0) this.#apply(changes);
    this.#changed();
  }

  /** Leaves the catalogue. Changes that are made from now on wait for the next one. */
  close(): void {
    this.#store?.close();
    this.#store = this.#openBase = undefined;
    this.forgetAddition();
  }

  /** Applies the changes, or lets them wait for a catalogue; sets `addition` for the last one that adds assets. */
  #apply(changes: readonly Change[]): void {
    if (!this.#store) {
      this.#waiting = [...this.#waiting, ...changes];
      return;
    }
    this.#store.change((items) =>
      changes.reduce((before, change) => {
        const after = resultOf([change], before);
        if (change.toAdd) this.addition = additionOf(change.toAdd, before, after);
        return after;
      }, items),
    );
  }
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
