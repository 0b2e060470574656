import { actionOf, type KeyAction } from './keys.ts';
import { Pointer } from './pointer.ts';
import type { Band } from './rubber-band.ts';
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
  #openDrag: typeof import('./select-drag.ts')['openDrag'] | undefined;

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
      drag: (start, scroller, first) =>
        this.#openDrag?.(start, scroller, first, {
          ...host,
          drawn: (band) => {
            this.#band = band;
            host.changed();
          },
        }),
    });
  }

  /** Loads what drags do. Without it, nothing can be dragged. */
  async loadDrags(): Promise<void> {
    this.#openDrag ??= (await import('./select-drag.ts').catch(() => undefined))?.openDrag;
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
}
