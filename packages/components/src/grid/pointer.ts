import { type Band, followBand, type Point } from './rubber-band.ts';

/** Milliseconds that a finger must rest on a tile to select it, and pixels that it may move meanwhile. */
const LONG_PRESS = 500;
const TREMOR = 10;

/** What the pointer needs of its grid. */
export interface PointerHost {
  selectable(): 'none' | 'one' | 'many';
  /** True if a click selects instead of opening. */
  clickSelects(): boolean;
  /** True if a double click opens an asset. */
  opensByDoubleClick(): boolean;
  open(position: number): void;
  toggle(position: number): void;
  extendTo(position: number): void;
  /** Called with the position of a tile that was clicked or pressed long. */
  pressed(position: number): void;
  /** The point of the content under a pointer; `screen` is where the list is in the window. */
  pointOf(event: PointerEvent, screen: DOMRect): Point;
  scrollBy(pixels: number): void;
  /** Called when a rectangle begins. */
  bandStarts(): void;
  /** Called whenever the rectangle changes; with undefined at its end. */
  bandDrawn(band: Band | undefined): void;
}

/** Handlers of the events of a grid. */
export interface Pointer {
  clicked(event: MouseEvent): void;
  clickedTwice(event: MouseEvent): void;
  pressed(event: PointerEvent): void;
  moved(event: PointerEvent): void;
  released(): void;
  /** Keeps the context menu from opening during a long press. */
  menuAsked(event: Event): void;
}

/**
 * Handles mouse, pen and touch. A click opens an asset; with Ctrl, on the check mark, or where `clickSelects`, it selects the
 * asset, and with Shift a range. A mouse or pen draws rectangles. A long press of a finger selects.
 */
export function openPointer(host: PointerHost): Pointer {
  let longPress: ReturnType<typeof setTimeout> | undefined;
  let start: PointerEvent | undefined;
  let ignoresClick = false;

  function release(): void {
    clearTimeout(longPress);
    start = undefined;
  }

  return {
    clicked: (event) => {
      const position = positionOf(event);
      if (ignoresClick || position === undefined) return;
      host.pressed(position);
      if (host.selectable() === 'none') return host.open(position);
      if (event.shiftKey) return host.extendTo(position);
      const isOnCheck = (event.target as Element).closest('[data-check]') !== null;
      if (isOnCheck || event.ctrlKey || event.metaKey || host.clickSelects()) host.toggle(position);
      else host.open(position);
    },
    clickedTwice: (event) => {
      const position = positionOf(event);
      if (position !== undefined && host.opensByDoubleClick()) host.open(position);
    },
    pressed: (event) => {
      release();
      ignoresClick = false;
      if (event.pointerType !== 'touch') {
        if (event.button === 0 && host.selectable() === 'many') void draw(event);
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
      }, LONG_PRESS);
    },
    moved: ({ clientX, clientY }) => {
      if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > TREMOR) release();
    },
    released: release,
    menuAsked: (event) => {
      if (start) event.preventDefault();
    },
  };

  async function draw(event: PointerEvent): Promise<void> {
    const scroller = event.currentTarget as HTMLElement;
    ignoresClick = await followBand(event, scroller, {
      pointOf: (pointer) => host.pointOf(pointer, scroller.getBoundingClientRect()),
      scrollBy: host.scrollBy,
      starts: host.bandStarts,
      drawn: host.bandDrawn,
    });
  }
}

/** The position of the tile in which an event happened; undefined between tiles. */
function positionOf({ target }: Event): number | undefined {
  const tile = (target as Element).closest<HTMLElement>('[data-position]');
  return tile ? Number(tile.dataset['position']) : undefined;
}
