import { MAX_ITEMS } from './max-items.ts';

/** An asset in a basket. If the asset is deleted, the name still shows which one it was. */
export interface BasketItem {
  readonly id: number;
  /** Empty if unknown. */
  readonly name: string;
}

/** The part of `localStorage` that a basket needs. */
export type BasketStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The items that this browser stores for the catalogue at a base address; if it can't, they last as long as the page. */
export class BasketStore {
  readonly #key: string;
  readonly #storage: BasketStorage | undefined;
  readonly #changed: () => void;
  /** False if there is no storage, or the last write failed. */
  #isStored: boolean;
  #items: readonly BasketItem[] = [];

  /** `changed` is called when another window changes the items. `storage` is undefined if the browser forbids it. */
  constructor(base: string, storage: BasketStorage | undefined, changed: () => void) {
    this.#key = `abs-basket ${base}`;
    this.#storage = storage;
    this.#changed = changed;
    this.#isStored = storage !== undefined;
    this.#read();
    globalThis.addEventListener?.('storage', this.#stored);
  }

  get items(): readonly BasketItem[] {
    return this.#items;
  }

  /** Calls `update` with the items that are stored at this moment, and stores the result: each asset once, at most `MAX_ITEMS`. */
  change(update: (items: readonly BasketItem[]) => readonly BasketItem[]): void {
    const storage = this.#storage;
    // The event of a change in another window may not have reached a window in the background yet.
    this.#read();
    this.#items = withoutDuplicates(update(this.#items));
    try {
      if (this.#items.length === 0) storage?.removeItem(this.#key);
      else storage?.setItem(this.#key, JSON.stringify(this.#items.map(({ id, name }) => [id, name])));
      this.#isStored = storage !== undefined;
    } catch {
      // If the storage is full or forbidden, the basket lasts as long as the page.
      this.#isStored = false;
    }
  }

  close(): void {
    globalThis.removeEventListener?.('storage', this.#stored);
  }

  #read(): void {
    try {
      if (this.#isStored) this.#items = readItems(this.#storage?.getItem(this.#key) ?? null);
    } catch {
      this.#isStored = false;
    }
  }

  readonly #stored = ({ key }: StorageEvent) => {
    // An event without a key means that the whole storage was cleared.
    if (key !== this.#key && key !== null) return;
    // `sessionStorage` has the same events, so their values may be those of another storage.
    this.#read();
    this.#changed();
  };
}

/** Reads stored items. Anything else, such as data of another program, is an empty basket. */
function readItems(text: string | null): readonly BasketItem[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(entries)) return [];
    return withoutDuplicates(
      entries.flatMap((entry: unknown) => {
        const [id, name] = Array.isArray(entry) ? entry : [];
        return Number.isInteger(id) && typeof name === 'string' ? [{ id, name }] : [];
      }),
    );
  } catch {
    return [];
  }
}

/** Returns the items with each asset once, with its name if one of them has it, and at most `MAX_ITEMS`. */
export function withoutDuplicates(items: readonly BasketItem[]): readonly BasketItem[] {
  const byId = new Map<number, BasketItem>();
  for (const item of items) {
    const known = byId.get(item.id);
    byId.set(item.id, known && item.name === '' ? known : item);
  }
  return [...byId.values()].slice(0, MAX_ITEMS);
}

/** Returns the storage of the page; undefined if the browser forbids it. */
export function storageOfPage(): BasketStorage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
