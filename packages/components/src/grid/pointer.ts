import { type Drag, type DragHost, distanceBetween, openDrag } from './drag.ts';

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
  /** Returns what a drag does: it selects a range from the position `first` on, or a rectangle. */
  drag(first?: number): DragHost;
}

/** Handlers of the events of a grid. */
export interface Pointer {
  clicked(event: MouseEvent): void;
  clickedTwice(event: MouseEvent): void;
  pressed(event: PointerEvent): void;
  moved(event: PointerEvent): void;
  released(): void;
  /** Keeps the list from scrolling under a finger that selects a range. */
  touchMoved(event: Event): void;
  /** Keeps the context menu from opening during a long press. */
  menuAsked(event: Event): void;
}

/**
 * Handles mouse, pen and touch. A click opens an asset. With Ctrl, on the check mark, or if `clickSelects`, it selects the asset;
 * with Shift, a range. Where a click selects, a double click or a click on the magnifier opens. Dragging a mouse or pen selects a
 * rectangle. A long press of a finger selects, and then dragging selects a range.
 */
export function openPointer(host: PointerHost): Pointer {
  let longPress: ReturnType<typeof setTimeout> | undefined;
  /** The press of a finger, until it is lifted or moves before it was a long press. */
  let start: PointerEvent | undefined;
  let drag: Drag | undefined;
  /** True after a drag, and after and during a long press. */
  let ignoresClick = false;
  /** The tile that the latest click has selected or deselected, which may be the first of a double click. */
  let chosen: number | undefined;
  /** Undoes that. */
  let undo = () => {};

  function release(): void {
    clearTimeout(longPress);
    if (drag?.end()) ignoresClick = true;
    start = undefined;
    drag = undefined;
  }

  return {
    clicked: (event) => {
      const position = positionOf(event);
      if (ignoresClick || (event.detail > 1 && position === chosen)) return;
      chosen = undefined;
      if (position === undefined) return;
      host.pressed(position);
      const mark = (event.target as Element).closest('.check, .open')?.className;
      if (host.selectable() === 'none') return host.open(position);
      if (event.shiftKey) return host.extendTo(position);
      if (mark === 'check' || event.ctrlKey || event.metaKey) host.toggle(position);
      else if (host.clickSelects() && mark !== 'open') {
        const back = host.toggle(position);
        // Only a first click: browsers also count quick taps on neighbouring tiles as a double click.
        if (event.detail < 2) [chosen, undo] = [position, back];
      } else host.open(position);
    },
    clickedTwice: (event) => {
      if (chosen === undefined || positionOf(event) !== chosen) return;
      undo();
      host.open(chosen);
    },
    pressed: (event) => {
      release();
      ignoresClick = false;
      const scroller = event.currentTarget as HTMLElement;
      const isMany = host.selectable() === 'many';
      if (event.pointerType !== 'touch') {
        if (event.button === 0 && isMany) drag = openDrag(event, scroller, host.drag());
        return;
      }
      const position = positionOf(event);
      // A second finger ends the long press of the first.
      if (position === undefined || !event.isPrimary || host.selectable() === 'none') return;
      start = event;
      longPress = setTimeout(() => {
        ignoresClick = true;
        host.pressed(position);
        host.toggle(position);
        if (isMany) drag = openDrag(event, scroller, host.drag(position));
      }, LONG_PRESS);
    },
    moved: (event) => {
      // Without buttons, the pointer was released outside of the list.
      if (!event.buttons || (start && !ignoresClick && distanceBetween(event, start) > TREMOR)) release();
      drag?.moved(event);
    },
    released: release,
    touchMoved: (event) => {
      if (start && ignoresClick) event.preventDefault();
    },
    menuAsked: (event) => {
      if (start) event.preventDefault();
    },
  };
}

/** The position of the tile in which an event happened; undefined between tiles. Works outside the grid, too. */
export function positionOf(event: Event): number | undefined {
  const tile = (event.composedPath()[0] as Element).closest<HTMLElement>('[data-position]');
  return tile ? Number(tile.dataset['position']) : undefined;
}
