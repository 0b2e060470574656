import { showModal } from '../theme/dialogs.ts';
import { leaveFullScreen } from '../theme/full-screen.ts';
import { ignoreOpeningClicks } from './gestures.ts';

/** The viewer whose dialog it is, and a callback. */
export interface ViewerDialogOptions {
  readonly viewer: { opened: boolean; requestUpdate(): void };
  /** Null while there is none. */
  readonly dialog: () => HTMLDialogElement | null;
  /** Called after the person or the page has closed it, but not if the page has only set `opened`. */
  readonly closed: () => void;
}

/** The dialog of a viewer. Browsers close it, too, and report each closing only later. */
export interface ViewerDialog {
  /** Opens or closes it, as the viewer is opened. */
  update(): void;
  close(): void;
  /** To be called when the browser reports that the person closes it with a key or gesture of the browser. */
  cancelled(event: Event): void;
  /** To be called when the browser reports that it was closed. */
  reported(event: Event): void;
}

/** Opens nothing before `update`. */
export function openViewerDialog({ viewer, dialog, closed }: ViewerDialogOptions): ViewerDialog {
  /** True from the closing of the dialog until the browser reports it. */
  let isClosing = false;
  /** True if `close` was called, so that `closed` follows. */
  let isCloseCalled = false;

  function closeNow(): void {
    const element = dialog();
    if (!element?.open) return;
    isClosing = true;
    element.close();
  }

  function close(): void {
    isCloseCalled ||= viewer.opened && dialog()?.open === true;
    viewer.opened = false;
    closeNow();
  }

  return {
    update: () => {
      if (!viewer.opened) closeNow();
      // If it were opened before that report, the report would close it again.
      else if (!isClosing) show(dialog());
    },
    close,
    cancelled: (event) => {
      // The event of a file input in a slot bubbles.
      if (event.target !== event.currentTarget) return;
      // The browser reports its own closing only later, and an update before that would open the dialog again.
      close();
    },
    reported: (event) => {
      // A page may have its own event of this name in a slot.
      if (event.target !== event.currentTarget) return;
      const isReported = isClosing ? isCloseCalled : viewer.opened;
      // Otherwise the screen would be filled with what is not displayed any more.
      leaveFullScreen((event.target as Element).getRootNode() as ShadowRoot);
      if (!isClosing) viewer.opened = false;
      isClosing = false;
      isCloseCalled = false;
      // The page may have opened it in the meantime.
      viewer.requestUpdate();
      if (isReported) closed();
    },
  };
}

/** Shows a dialog modally, unless it already is. */
function show(dialog: HTMLDialogElement | null): void {
  if (!dialog?.isConnected || dialog.matches(':modal')) return;
  if (!showModal(dialog)) return;
  ignoreOpeningClicks(dialog);
  // Otherwise the browser focuses the first button.
  dialog.focus();
}
