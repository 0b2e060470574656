/**
 * Numbers for the elements of a list of which only a part exists. An element keeps its number while its item is drawn, and is
 * used again for another one afterwards, because making new ones is slow and Lit's `repeat` leaves a comment behind for each
 * one that it removes. Those that none needs at present are to be drawn hidden.
 */
export interface Slots<Item> {
  /** Numbers that no item has. */
  readonly spare: readonly number[];
  /** Gives each item a number. */
  assign(items: readonly Item[]): void;
  /** The number of an item that is drawn. */
  of(item: Item): number | undefined;
}

/** Opens the numbers of a list that draws nothing yet. */
export function openSlots<Item>(): Slots<Item> {
  let slots = new Map<Item, number>();
  let spare: readonly number[] = [];
  return {
    get spare() {
      return spare;
    },
    assign: (items) => {
      const present = new Set(items);
      const free = [...[...slots].filter(([item]) => !present.has(item)).map(([, slot]) => slot), ...spare];
      let newest = slots.size + spare.length;
      slots = new Map(items.map((item) => [item, slots.get(item) ?? free.shift() ?? newest++]));
      spare = free;
    },
    of: (item) => slots.get(item),
  };
}
