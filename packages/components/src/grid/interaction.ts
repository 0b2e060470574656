import type { DragHost } from './drag.ts';
import { actionOf, type KeyAction } from './keys.ts';
import { openPointer, type Pointer } from './pointer.ts';
import { type Band, bandBetween } from './rubber-band.ts';
import { positionsOfRange } from './selection.ts';
import type { Selector } from './selector.ts';
import type { Viewport } from './viewport.ts';

/** Handles keys, mouse and touch. */
export interface Interaction {
  /** Position of the active tile, on which keys act. */
  active: number;
  /** The rectangle that is being drawn; undefined if none is. */
  readonly band: Band | undefined;
  /** True if a click selects instead of opening. */
  readonly clickSelects: boolean;
  readonly pointer: Pointer;
  keyPressed(event: KeyboardEvent): void;
  /** Makes a tile on the screen active when the list gets the focus by keyboard, so that the focus is never hidden. */
  focused(event: FocusEvent): void;
}

/** What an interaction needs of its grid. */
export interface InteractionHost {
  readonly viewport: Viewport;
  readonly selector: Selector;
  selectable(): 'none' | 'one' | 'many';
  /** True in a picker: a click always selects, and Escape is left to the page. */
  picks(): boolean;
  open(position: number): void;
  /** Called when the active tile or the rectangle changes. */
  changed(): void;
}

/** Connects events with their effects on a grid. */
export function openInteraction(host: InteractionHost): Interaction {
  const { viewport, selector } = host;
  let active = 0;
  let band: Band | undefined;

  function clickSelects(): boolean {
    return host.picks() || selector.ids.size > 0;
  }

  function activate(position: number): void {
    active = position;
    host.changed();
  }

  function act(action: KeyAction): void {
    const isSelectable = host.selectable() !== 'none';
    if (action.does === 'open') host.open(active);
    else if (action.does === 'clear') selector.clear();
    else if (action.does === 'select-all') selector.selectAll();
    else if (action.does === 'toggle' && isSelectable) {
      if (action.extends) selector.extendTo(active, active);
      else selector.toggle(active);
    } else if (action.does === 'move') {
      if (action.extends && isSelectable) selector.extendTo(action.to, active);
      activate(action.to);
      viewport.reveal(action.to);
    }
  }

  function drag(first?: number): DragHost {
    let covered: readonly number[] = [];
    return {
      pointOf: ({ clientX, clientY }, { left, top }) => ({ x: clientX - left, y: clientY - top + viewport.top }),
      scrollBy: (pixels) => viewport.moveBy(pixels),
      starts: () => selector.startCovering(),
      moved: (from, to) => {
        const area = bandBetween(first === undefined ? from : to, to);
        const touched = viewport.boxesIn(area).map(({ position }) => position);
        if (first === undefined) {
          band = area;
          covered = touched;
          host.changed();
        } else if (touched[0] !== undefined && (covered.length > 0 || touched[0] !== first)) {
          // It begins on another tile, because fingers tremble. Between tiles, it stays as it is.
          covered = positionsOfRange(first, touched[0], Number.POSITIVE_INFINITY);
        }
        selector.cover(covered, false);
      },
      ends: () => {
        band = undefined;
        host.changed();
        selector.cover(covered, true);
      },
    };
  }

  const pointer = openPointer({
    selectable: host.selectable,
    clickSelects,
    open: host.open,
    toggle: (position) => selector.toggle(position),
    extendTo: (position) => selector.extendTo(position, position),
    pressed: activate,
    drag,
  });

  return {
    get active() {
      return active;
    },
    set active(position) {
      activate(position);
    },
    get band() {
      return band;
    },
    get clickSelects() {
      return clickSelects();
    },
    pointer,
    keyPressed: (event) => {
      const { layout, height, isRightToLeft } = viewport;
      if (!layout || layout.total === 0) return;
      const place = { layout, position: active, screen: height, isRightToLeft };
      const action = actionOf(event, place);
      // Without a selection, and in a picker, Escape is left to the page, which may close a dialog.
      if (!action || (action.does === 'clear' && (selector.ids.size === 0 || host.picks()))) return;
      event.preventDefault();
      event.stopPropagation();
      act(action);
    },
    focused: ({ currentTarget }) => {
      if (!(currentTarget as Element).matches(':focus-visible')) return;
      const box = viewport.boxAt(active);
      const isOnScreen = box && box.y + box.height > viewport.top && box.y < viewport.top + viewport.height;
      if (!isOnScreen) activate(viewport.first);
    },
  };
}
