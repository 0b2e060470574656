import { html, type TemplateResult } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';
import { repeat } from 'lit/directives/repeat.js';

/**
 * Numbers the elements of a list that draws only some of its items. An element keeps its number as long as its item is drawn;
 * then another item takes it over, because new elements are slow, and Lit's `repeat` leaves a comment for each one that it
 * removes. Elements without an item are to be drawn hidden.
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

/** What a list is made of. */
export interface SlottedList<Item> {
  readonly items: readonly Item[];
  /** What makes an item the same as one drawn before. */
  readonly keyOf: (item: Item) => string | number;
  readonly draw: (item: Item, position: number) => unknown;
  /** What takes the place of an element that no item needs. Default: a hidden `div`. */
  readonly hidden?: TemplateResult;
}

const HIDDEN = html`<div hidden></div>`;

class Slotted extends Directive {
  readonly #slots = openSlots<string | number>();

  override update({ parentNode }: ChildPart, [list]: [SlottedList<unknown>]): unknown {
    keepMovedFocus(parentNode);
    return this.render(list);
  }

  override render<Item>({ items, keyOf, draw, hidden = HIDDEN }: SlottedList<Item>): unknown {
    const slots = this.#slots;
    slots.assign(items.map(keyOf));
    return repeat(
      [...items.map((item) => ({ item })), ...slots.spare],
      (each) => (typeof each === 'number' ? each : slots.of(keyOf(each.item))),
      (each, position) => (typeof each === 'number' ? hidden : draw(each.item, position)),
    );
  }
}

const drawSlotted = directive(Slotted);

/** Gives the focus back to an element of a list that moves it, because browsers take it from what is moved. */
function keepMovedFocus(list: Node): void {
  const root = list.getRootNode() as Document | ShadowRoot;
  const focused = root.activeElement;
  if (!(focused instanceof HTMLElement) || !list.contains(focused)) return;
  queueMicrotask(() => {
    const { activeElement } = root;
    const isLost = activeElement === null || activeElement === document.body;
    if (isLost && focused.isConnected) focused.focus({ preventScroll: true });
  });
}

/** Draws a list whose elements stay those of their items, and are used again for others. */
export function slotted<Item>(list: SlottedList<Item>): unknown {
  return drawSlotted(list as SlottedList<unknown>);
}
