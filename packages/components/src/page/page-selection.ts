/** The selected assets of the list. */
export interface PageSelection {
  readonly ids: readonly number[];
  /** True from `toggle` until the end: each tap selects, the first one too. */
  readonly isStarted: boolean;
  /** True if each tap selects, because of `toggle` or because something is selected. */
  readonly isOn: boolean;
  /** Follows the list. */
  become(ids: readonly number[]): void;
  /** Starts, so that each tap selects, or ends. */
  toggle(): void;
  /** Selects nothing, so that taps open assets again. */
  end(): void;
  /** Ends with Escape in the list, or on the button that has started. */
  keyPressed(event: KeyboardEvent): void;
}

/** Opens an empty selection. `changed` is called with each change. */
export function openPageSelection(changed: () => void): PageSelection {
  let ids: readonly number[] = [];
  let isStarted = false;

  function set(starts: boolean, next: readonly number[]): void {
    isStarted = starts;
    ids = next;
    changed();
  }

  const selection: PageSelection = {
    get ids() {
      return ids;
    },
    get isStarted() {
      return isStarted;
    },
    get isOn() {
      return isStarted || ids.length > 0;
    },
    become: (next) => set(isStarted, next),
    toggle: () => set(!selection.isOn, []),
    end: () => set(false, []),
    keyPressed: (event) => {
      if (event.key !== 'Escape' || !isStarted) return;
      // Elsewhere, Escape closes what is open.
      const isMeant = (each: EventTarget) => each instanceof Element && each.matches('abs-grid, [slot=tools]');
      if (event.composedPath().some(isMeant)) selection.end();
    },
  };
  return selection;
}
