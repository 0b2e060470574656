/** An asset in a basket. The name tells which one it was if it is deleted. */
export interface BasketItem {
  readonly id: number;
  /** Empty if unknown. */
  readonly name: string;
}

/** A selection of assets that lasts in this browser. Without storage it lasts as long as the page. */
export interface BasketStore {
  readonly items: readonly BasketItem[];
  /**
   * Changes the items: gives those that all windows have at this moment, and stores what is returned, without twins and at
   * most `MOST_ITEMS`.
   */
  change(update: (items: readonly BasketItem[]) => readonly BasketItem[]): void;
  close(): void;
}

/** Most items of a basket. A browser stores some megabytes for a site. */
export const MOST_ITEMS = 2000;

/** The part of `localStorage` that a basket needs. */
export type BasketStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Opens the basket of a catalogue. `changed` is called when another window changes it. `storage` is undefined where the
 * browser forbids it.
 */
export function openBasketStore(base: string, storage: BasketStorage | undefined, changed: () => void): BasketStore {
  const key = `abs-basket ${base}`;
  /** False where the browser stores nothing, or no more. */
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
    // Without a key, all of the storage was emptied.
    if (event.key !== key && event.key !== null) return;
    items = readItems(event.key === null ? null : event.newValue);
    changed();
  }
  globalThis.addEventListener?.('storage', stored);

  return {
    get items() {
      return items;
    },
    change: (update) => {
      // A window in the background may not have been told of what another one has stored.
      readAgain();
      items = withoutTwins(update(items));
      try {
        if (items.length === 0) storage?.removeItem(key);
        else storage?.setItem(key, JSON.stringify(items.map(({ id, name }) => [id, name])));
        isStored = storage !== undefined;
      } catch {
        // A full or forbidden storage costs no more than that the basket ends with the page.
        isStored = false;
      }
    },
    close: () => globalThis.removeEventListener?.('storage', stored),
  };
}

/** Reads stored items. Anything else, such as what another program stored, is an empty basket. */
function readItems(text: string | null): readonly BasketItem[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(entries)) return [];
    return withoutTwins(
      entries.flatMap((entry: unknown) => {
        const [id, name] = Array.isArray(entry) ? entry : [];
        return Number.isInteger(id) && typeof name === 'string' ? [{ id, name }] : [];
      }),
    );
  } catch {
    return [];
  }
}

function withoutTwins(items: readonly BasketItem[]): readonly BasketItem[] {
  const byId = new Map<number, BasketItem>();
  for (const item of items) {
    const known = byId.get(item.id);
    byId.set(item.id, known && item.name === '' ? known : item);
  }
  return [...byId.values()].slice(0, MOST_ITEMS);
}

/** The storage of the page; undefined where the browser forbids it. */
export function storageOfPage(): BasketStorage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
