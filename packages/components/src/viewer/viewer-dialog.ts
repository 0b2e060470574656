import type { ReactiveController } from 'lit';
import { showModal } from '../theme/dialogs.ts';
import { leaveFullScreen } from '../theme/full-screen.ts';

/** The viewer whose dialog it is. */
export interface DialogHost {
  opened: boolean;
  requestUpdate(): void;
  addController(controller: ReactiveController): void;
  /** Missing before the element is first in a page. */
  readonly renderRoot?: HTMLElement | DocumentFragment;
}

/** The dialog of a viewer. Browsers close it, too, and report each closing only later. */
export class ViewerDialog implements ReactiveController {
  readonly #host: DialogHost;
  readonly #closed: () => void;
  /** True from the closing of the dialog until the browser reports it. */
  #isClosing = false;
  /** True if `close` was called, so that `closed` follows. */
  #isCloseCalled = false;

  /** `closed` is called after the person or the page has closed it, but not if the page has only set `opened`. */
  constructor(host: DialogHost, closed: () => void) {
    this.#host = host;
    this.#closed = closed;
    host.addController(this);
  }

  /** Opens or closes it, as the viewer is opened. */
  hostUpdated(): void {
    if (!this.#host.opened) this.#closeNow();
    // If it were opened before that report, the report would close it again.
    else if (!this.#isClosing) show(this.#dialog);
  }

  close(): void {
    this.#isCloseCalled ||= this.#host.opened && this.#dialog?.open === true;
    this.#host.opened = false;
    this.#closeNow();
  }

  /** To be called when the browser reports that the person closes it with a key or gesture of the browser. */
  readonly cancelled = (event: Event): void => {
    // The event of a file input in a slot bubbles.
    if (event.target !== event.currentTarget) return;
    // The browser reports its own closing only later, and an update before that would open the dialog again.
    this.close();
  };

  /** To be called when the browser reports that it was closed. */
  readonly reported = (event: Event): void => {
    // A page may have its own event of this name in a slot.
    if (event.target !== event.currentTarget) return;
    const isReported = this.#isClosing ? this.#isCloseCalled : this.#host.opened;
    // Otherwise the screen would be filled with what is not displayed any more.
    leaveFullScreen((event.target as Element).getRootNode() as ShadowRoot);
    if (!this.#isClosing) this.#host.opened = false;
    this.#isClosing = false;
    this.#isCloseCalled = false;
    // The page may have opened it in the meantime.
    this.#host.requestUpdate();
    if (isReported) this.#closed();
  };

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.#host.renderRoot?.querySelector('dialog');
  }

  #closeNow(): void {
    const dialog = this.#dialog;
    if (!dialog?.open) return;
    this.#isClosing = true;
    dialog.close();
  }
}

/** Shows a dialog modally, unless it already is. */
function show(dialog: HTMLDialogElement | null | undefined): void {
  if (!dialog?.isConnected || dialog.matches(':modal')) return;
  if (!showModal(dialog)) return;
  ignoreOpeningClicks(dialog);
  // Otherwise the browser focuses the first button. Of a dialog that has the focus itself, Orca reads everything within.
  dialog.querySelector<HTMLElement>('#title')?.focus();
}

/**
 * Swallows the remaining clicks of the double click that opened a dialog. To be called when the dialog opens; ends with the
 * first separate click, or when the dialog closes.
 */
function ignoreOpeningClicks(dialog: HTMLDialogElement): void {
  const listening = new AbortController();
  const clicked = (event: MouseEvent) => {
    if (event.detail <= 1) return listening.abort();
    event.stopPropagation();
    event.preventDefault();
  };
  // The event of an earlier closing may arrive after the dialog was opened again.
  const closed = () => dialog.open || listening.abort();
  dialog.addEventListener('close', closed, { signal: listening.signal });
  for (const type of ['click', 'dblclick'] as const)
    dialog.addEventListener(type, clicked, { capture: true, signal: listening.signal });
}
