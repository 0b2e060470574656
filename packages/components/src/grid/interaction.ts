import type { DragHost } from './drag.ts';
import { actionOf, type KeyAction } from './keys.ts';
import { Pointer } from './pointer.ts';
import { type Band, bandBetween } from './rubber-band.ts';
import { positionsOfRange } from './selection.ts';
import type { Selector } from './selector.ts';
import type { Viewport } from './viewport.ts';

/** What an interaction needs of its grid. */
export interface InteractionHost {
  readonly viewport: Viewport;
  readonly selector: Selector;
  readonly selectable: () => 'none' | 'one' | 'many';
  /** True in a picker: a click always selects, and Escape is left to the page. */
  readonly picks: () => boolean;
  readonly open: (position: number) => void;
  /** Called when the active tile or the rectangle changes. */
  readonly changed: () => void;
}

/** Connects keys, mouse and touch with their effects on a grid. */
export class Interaction {
  readonly pointer: Pointer;
  readonly #host: InteractionHost;
  #active = 0;
  #band: Band | undefined;

  constructor(host: InteractionHost) {
    const { selector } = host;
    this.#host = host;
    this.pointer = new Pointer({
      selectable: host.selectable,
      clickSelects: () => this.clickSelects,
      open: host.open,
      toggle: (position) => selector.toggle(position),
      extendTo: (position) => selector.extendTo(position, position),
      pressed: (position) => {
        this.active = position;
      },
      drag: (first) => this.#drag(first),
    });
  }

  /** Position of the active tile, on which keys act. */
  get active(): number {
    return this.#active;
  }

  set active(position) {
    this.#active = position;
    this.#host.changed();
  }

  /** The rectangle that is being drawn; undefined if none is. */
  get band(): Band | undefined {
    return this.#band;
  }

  /** True if a click selects instead of opening. */
  get clickSelects(): boolean {
    return this.#host.picks() || this.#host.selector.ids.size > 0;
  }

  readonly keyPressed = (event: KeyboardEvent): void => {
    const { viewport, selector } = this.#host;
    const { layout, height, isRightToLeft } = viewport;
    if (!layout || layout.total === 0) return;
    const action = actionOf(event, { layout, position: this.active, screen: height, isRightToLeft });
    // Without a selection, and in a picker, Escape is left to the page, which may close a dialog.
    if (!action || (action.does === 'clear' && (selector.ids.size === 0 || this.#host.picks()))) return;
    event.preventDefault();
    event.stopPropagation();
    this.#act(action);
  };

  /** Makes a tile on the screen active when the list gets the focus by keyboard, so that the focus is never hidden. */
  readonly focused = ({ currentTarget }: FocusEvent): void => {
    if (!(currentTarget as Element).matches(':focus-visible')) return;
    const { viewport } = this.#host;
    const box = viewport.boxAt(this.active);
    const isOnScreen = box && box.y + box.height > viewport.top && box.y < viewport.top + viewport.height;
    if (!isOnScreen) this.active = viewport.first;
  };

  #act(action: KeyAction): void {
    const { viewport, selector, selectable, open } = this.#host;
    const isSelectable = selectable() !== 'none';
    if (action.does === 'open') open(this.active);
    else if (action.does === 'clear') selector.clear();
    else if (action.does === 'select-all') selector.selectAll();
    else if (action.does === 'toggle' && isSelectable) {
      if (action.extends) selector.extendTo(this.active, this.active);
      else selector.toggle(this.active);
    } else if (action.does === 'move') {
      if (action.extends && isSelectable) selector.extendTo(action.to, this.active);
      this.active = action.to;
      viewport.reveal(action.to);
    }
  }

  /** What a drag does: it selects a range from the position `first` on, or a rectangle. */
  #drag(first?: number): DragHost {
    const { viewport, selector, changed } = this.#host;
    let covered: readonly number[] = [];
    return {
      pointOf: ({ clientX, clientY }, { left, top }) => ({ x: clientX - left, y: clientY - top + viewport.top }),
      scrollBy: (pixels) => viewport.moveBy(pixels),
      starts: () => selector.startCovering(),
      moved: (from, to) => {
        const area = bandBetween(first === undefined ? from : to, to);
        const touched = viewport.boxesIn(area).map(({ position }) => position);
        if (first === undefined) {
          this.#band = area;
          covered = touched;
          changed();
        } else if (touched[0] !== undefined && (covered.length > 0 || touched[0] !== first)) {
          // It begins on another tile, because fingers tremble. Between tiles, it stays as it is.
          covered = positionsOfRange(first, touched[0], Number.POSITIVE_INFINITY);
        }
        selector.cover(covered, false);
      },
      ends: () => {
        this.#band = undefined;
        changed();
        selector.cover(covered, true);
      },
    };
  }
}
