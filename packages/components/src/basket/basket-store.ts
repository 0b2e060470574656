/** An asset in a basket. If the asset is deleted, the name still shows which one it was. */
export interface BasketItem {
  readonly id: number;
  /** Empty if unknown. */
  readonly name: string;
}

/** The items that this browser stores. If it stores nothing, they last as long as the page. */
export interface BasketStore {
  readonly items: readonly BasketItem[];
  /** Calls `update` with the items that are stored at this moment, and stores the result: each asset once, at most `MAX_ITEMS`. */
  change(update: (items: readonly BasketItem[]) => readonly BasketItem[]): void;
  close(): void;
}

/** Number of items that a basket holds. A browser stores only some megabytes for a site. */
export const MAX_ITEMS = 2000;

/** The part of `localStorage` that a basket needs. */
export type BasketStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Opens the basket of the catalogue with this base address. `changed` is called when another window changes it. `storage` is
 * undefined if the browser forbids it.
 */
export function openBasketStore(base: string, storage: BasketStorage | undefined, changed: () => void): BasketStore {
  const key = `abs-basket ${base}`;
  /** False if there is no storage, or the last write failed. */
  let isStored = storage !== undefined;
  let items: readonly BasketItem[] = [];
  readAgain();

  function readAgain(): void {
    try {
      if (isStored) items = readItems(storage?.getItem(key) ?? null);
    } catch {
      isStored = false;
    }
  }

  function stored(event: StorageEvent): void {
    // An event without a key means that the whole storage was cleared.
    if (event.key !== key && event.key !== null) return;
    // `sessionStorage` has the same events, so their values may be those of another storage.
    readAgain();
    changed();
  }
  globalThis.addEventListener?.('storage', stored);

  return {
    get items() {
      return items;
    },
    change: (update) => {
      // The event of a change in another window may not have reached a window in the background yet.
      readAgain();
      items = withoutDuplicates(update(items));
      try {
        if (items.length === 0) storage?.removeItem(key);
        else storage?.setItem(key, JSON.stringify(items.map(({ id, name }) => [id, name])));
        isStored = storage !== undefined;
      } catch {
        // If the storage is full or forbidden, the basket lasts as long as the page.
        isStored = false;
      }
    },
    close: () => globalThis.removeEventListener?.('storage', stored),
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
