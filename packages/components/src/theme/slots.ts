import { html, type TemplateResult } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';
import { repeat } from 'lit/directives/repeat.js';

/**
 * Assigns the elements of a list to the drawn items, by number. An element keeps its item while the item is drawn; afterwards
 * another item gets the element, because new elements are slow, and Lit's `repeat` leaves a comment for each one that it removes.
 * Elements without an item must be drawn hidden.
 */
interface Slots<Item> {
  /** Numbers of the elements without an item. */
  readonly spare: readonly number[];
  /** Assigns an element to each of these items. */
  assign(items: readonly Item[]): void;
  /** Returns the number of the element of an item; undefined if the item is not drawn. */
  of(item: Item): number | undefined;
}

/** Creates the elements of an empty list. */
function openSlots<Item>(): Slots<Item> {
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

/** The content of a list. */
export interface SlottedList<Item> {
  readonly items: readonly Item[];
  /** Returns the key that identifies an item in all drawings. */
  readonly keyOf: (item: Item) => string | number;
  readonly draw: (item: Item, position: number) => unknown;
  /** The content of an element without an item. Default: a hidden `div`. */
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

/** Restores the focus if the list moves the focused element, because it loses the focus when it is moved. */
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

/** Draws a list in which each item keeps its element, and elements without an item are reused. */
export function slotted<Item>(list: SlottedList<Item>): unknown {
  return drawSlotted(list as SlottedList<unknown>);
}
