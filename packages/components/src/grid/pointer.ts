import type { Drag } from './drag.ts';

/** Milliseconds that a finger must rest on a tile to select it, and pixels that it may move meanwhile. */
const LONG_PRESS = 500;
const TREMOR = 10;

/** What the pointer needs of its grid. */
export interface PointerHost {
  selectable(): 'none' | 'one' | 'many';
  /** True if a click selects instead of opening. */
  clickSelects(): boolean;
  open(position: number): void;
  /** Returns a function that undoes it. */
  toggle(position: number): () => void;
  extendTo(position: number): void;
  /** Called with the position of a tile that was clicked or pressed long. */
  pressed(position: number): void;
  /** Begins what may become a drag, which selects a range from the position `first` on, or a rectangle. Undefined until that has loaded. */
  drag(start: PointerEvent, scroller: HTMLElement, first?: number): Drag | undefined;
}

/**
 * Handles mouse, pen and touch. A click opens an asset. With Ctrl, on the check mark, or if `clickSelects`, it selects the asset;
 * with Shift, a range. Where a click selects, a double click or a click on the magnifier opens. Dragging a mouse or pen selects a
 * rectangle. A long press of a finger selects, or opens where a click selects, and then dragging selects a range.
 */
export class Pointer {
  readonly #host: PointerHost;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  /** The press of a finger, until it is lifted or moves before it was a long press. */
  #start: PointerEvent | undefined;
  /** Begins the drag, which its first movement does. */
  #begin: (() => Drag | undefined) | undefined;
  #drag: Drag | undefined;
  /** Opens the tile of a long press, once its finger is lifted, where taps select. */
  #look: (() => void) | undefined;
  /** True after a drag, and after and during a long press. */
  #ignoresClick = false;
  /** The tile that the latest click has selected or deselected, which may be the first of a double click, and what undoes that. */
  #chosen: { readonly position: number; readonly undo: () => void } | undefined;

  constructor(host: PointerHost) {
    this.#host = host;
  }

  readonly clicked = (event: MouseEvent): void => {
    const host = this.#host;
    const position = positionOf(event);
    if (this.#ignoresClick || (event.detail > 1 && this.#chosen && position === this.#chosen.position)) return;
    this.#chosen = undefined;
    if (position === undefined) return;
    host.pressed(position);
    const mark = (event.target as Element).closest('.check, .open')?.className;
    if (host.selectable() === 'none') host.open(position);
    else if (event.shiftKey) host.extendTo(position);
    else if (mark === 'check' || event.ctrlKey || event.metaKey) host.toggle(position);
    else if (host.clickSelects() && mark !== 'open') {
      const undo = host.toggle(position);
      // Only a first click: browsers also count quick taps on neighbouring tiles as a double click.
      if (event.detail < 2) this.#chosen = { position, undo };
    } else host.open(position);
  };

  readonly clickedTwice = (event: MouseEvent): void => {
    if (!this.#chosen || positionOf(event) !== this.#chosen.position) return;
    this.#chosen.undo();
    this.#host.open(this.#chosen.position);
  };

  readonly pressed = (event: PointerEvent): void => {
    const host = this.#host;
    this.released();
    this.#ignoresClick = false;
    const scroller = event.currentTarget as HTMLElement;
    const isMany = host.selectable() === 'many';
    if (event.pointerType !== 'touch') {
      if (event.button === 0 && isMany) this.#begin = () => host.drag(event, scroller);
      return;
    }
    const position = positionOf(event);
    // A second finger ends the long press of the first.
    if (position === undefined || !event.isPrimary || host.selectable() === 'none') return;
    this.#start = event;
    this.#longPress = setTimeout(() => {
      this.#ignoresClick = true;
      host.pressed(position);
      const looks = host.clickSelects();
      const undo = host.toggle(position);
      if (looks)
        this.#look = () => {
          undo();
          host.open(position);
        };
      if (isMany) this.#begin = () => host.drag(event, scroller, position);
    }, LONG_PRESS);
  };

  readonly moved = (event: PointerEvent): void => {
    const start = this.#start;
    // Without buttons, the pointer was released outside of the list.
    if (
      !event.buttons ||
      (start &&
        !this.#ignoresClick &&
        Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > TREMOR)
    )
      this.released();
    this.#drag ??= this.#begin?.();
    this.#drag?.moved(event);
  };

  readonly released = (event?: PointerEvent): void => {
    clearTimeout(this.#longPress);
    if (this.#drag?.end()) this.#ignoresClick = true;
    else if (event?.type === 'pointerup') this.#look?.();
    this.#look = undefined;
    this.#start = undefined;
    this.#drag = this.#begin = undefined;
  };

  /** Keeps the list from scrolling under a finger that selects a range. */
  readonly touchMoved = (event: Event): void => {
    if (this.#start && this.#ignoresClick) event.preventDefault();
  };

  /** Keeps the context menu from opening during a long press. */
  readonly menuAsked = (event: Event): void => {
    if (this.#start) event.preventDefault();
  };
}

/** The position of the tile in which an event happened; undefined between tiles. Works outside the grid, too. */
export function positionOf(event: Event): number | undefined {
  const tile = (event.composedPath()[0] as Element).closest<HTMLElement>('[data-position]');
  return tile ? Number(tile.dataset['position']) : undefined;
}
