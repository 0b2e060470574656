import { css, html, type TemplateResult } from 'lit';
import { fullHeight } from './full-height.ts';
import { icon } from './icons.ts';

/** A modal dialog: its title, its content, and what closing it does. */
export interface ModalOptions {
  readonly title: string;
  readonly closeLabel: string;
  readonly body: unknown;
  /** Called after the dialog was closed, in whatever way. */
  readonly closed: () => void;
  /** Makes the dialog a drawer at the side of a narrow screen, with a name that no other drawer in the element has. */
  readonly drawer?: 'tree' | 'filter';
  /** True while closing it by accident would lose something: only its button and `close()` do then. */
  readonly staysOpen?: boolean;
}

/** The dialog beside which the last press began. */
let pressedBeside: EventTarget | null = null;

/** True if a pointer is beside the dialog, on its backdrop. Presses on its scroll bar have the dialog as target, too. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = (currentTarget as HTMLElement).getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** Draws a modal dialog, which `openModal` shows. Its button closes it, and unless it stays open, Escape and a click beside it. */
export function modal({ title, closeLabel, body, closed, drawer, staysOpen }: ModalOptions): TemplateResult {
  const close = ({ currentTarget }: Event) => (currentTarget as HTMLElement).closest('dialog')?.close();
  const pressed = (event: PointerEvent) => {
    pressedBeside = isBeside(event) ? event.currentTarget : null;
  };
  // Not on press: the click of the same tap would then hit what is below the dialog.
  const clicked = (event: MouseEvent) => {
    if (pressedBeside === event.currentTarget && isBeside(event) && !staysOpen) close(event);
  };
  const cancelled = (event: Event) => staysOpen && event.preventDefault();
  // The second time in a row, browsers close it in spite of `cancelled`.
  const keyed = (event: KeyboardEvent) => event.key === 'Escape' && cancelled(event);
  // The event comes a moment later, when the dialog may be open again.
  const ended = ({ currentTarget }: Event) => (currentTarget as HTMLDialogElement).open || closed();
  const id = `${drawer ?? 'modal'}-title`;
  return html`<dialog
    class=${drawer ? `drawer ${drawer}-drawer` : 'modal'}
    aria-labelledby=${id}
    @close=${ended}
    @cancel=${cancelled}
    @keydown=${keyed}
    @pointerdown=${pressed}
    @click=${clicked}
  >
    <div class="modal-content">
      <div class="head">
        <h2 id=${id} tabindex="-1">${title}</h2>
        <button type="button" class="quiet" aria-label=${closeLabel} @click=${close}>${icon('close')}</button>
      </div>
      ${body}
    </div>
  </dialog>`;
}

/**
 * Shows a dialog above the page. Closes it again, and returns false, if the page does not display the element that it is in: nobody
 * would see it, and nothing else could be used.
 */
export function showModal(dialog: HTMLDialogElement): boolean {
  // One that was moved in the page is still open, but not modal.
  dialog.open = false;
  dialog.showModal();
  const isDisplayed = dialog.checkVisibility();
  if (!isDisplayed) {
    dialog.close();
    console.warn('Closed, because the page does not display it:', dialog);
  }
  return isDisplayed;
}

/**
 * Opens a dialog above the page. The focus moves to the `autofocus` element of its content, or else to its title. The title has no
 * `autofocus` itself, because browsers warn of such an element when it joins a page in which something has the focus.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (!dialog?.isConnected || dialog.matches(':modal')) return;
  if (showModal(dialog) && !dialog.querySelector('[autofocus]')) dialog.querySelector<HTMLElement>('h2')?.focus();
}

/** The look of modal dialogs. */
export const modalStyles = css`
  dialog.modal {
    inline-size: min(44rem, 100vw - 1.5rem);
    max-block-size: calc(100dvh - 1.5rem);
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: calc(2 * var(--_radius));
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    overflow: auto;
    overscroll-behavior: contain;
  }
  dialog.modal::backdrop {
    background: #0008;
  }
  .modal-content {
    padding: 1rem 1.5rem 1.5rem;
  }
  .modal-content > .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    margin-block-end: 0.75rem;
  }
  .modal-content > .head h2 {
    margin: 0;
    font-size: 1.25rem;
    line-height: 1.3;
    overflow-wrap: anywhere;
    outline: none;
  }
  @media (max-width: 30rem) {
    .modal-content {
      padding-inline: 1rem;
    }
  }
`;

/** The look of drawers. */
export const drawerStyles = css`
  dialog.drawer {
    ${fullHeight}
    inline-size: min(22rem, calc(100vw - 3rem));
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
  dialog.filter-drawer {
    margin-inline-start: auto;
  }
  dialog.drawer::backdrop {
    background: #0008;
  }
  .drawer .modal-content {
    display: flex;
    flex-direction: column;
    block-size: 100%;
    padding: 0;
  }
  .drawer .modal-content > .head {
    margin: 0;
    padding: 0.5rem 0.5rem 0.5rem 1rem;
    border-block-end: 1px solid var(--_line);
  }
  .drawer .modal-content > .head h2 {
    font-size: 1rem;
  }
  .drawer .modal-content > :last-child {
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
  }
`;
