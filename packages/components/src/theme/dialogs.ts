import { css, html, type TemplateResult } from 'lit';
import { fullHeight } from './full-height.ts';
import { icon } from './icons.ts';

/** A modal dialog: its title, its content, and what closing it does. */
export interface ModalOptions {
  readonly title: string;
  readonly closeLabel: string;
  readonly body: unknown;
  /** Called when it has closed, however that happened. */
  readonly closed: () => void;
  /** A drawer comes from the side of a narrow screen; its name tells it from another one in the same element. */
  readonly drawer?: 'tree' | 'filter';
}

/** Draws a modal dialog, which `openModal` shows. Escape, its button and a click beside it close it. */
export function modal({ title, closeLabel, body, closed, drawer }: ModalOptions): TemplateResult {
  const close = ({ currentTarget }: Event) => (currentTarget as HTMLElement).closest('dialog')?.close();
  // A press beside the dialog is one on its backdrop, which belongs to it, as does its scroll bar.
  const pressed = (event: PointerEvent) => {
    const { left, right, top, bottom } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (event.target === event.currentTarget && !isInside) close(event);
  };
  // Told a moment later, when it may be open again.
  const ended = ({ currentTarget }: Event) => (currentTarget as HTMLDialogElement).open || closed();
  const id = `${drawer ?? 'modal'}-title`;
  return html`<dialog
    class=${drawer ? `drawer ${drawer}-drawer` : 'modal'}
    aria-labelledby=${id}
    @close=${ended}
    @pointerdown=${pressed}
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
 * Shows a dialog above the page. What its content says with `autofocus` gets the focus, or else its title, which does not say
 * so itself: browsers complain of what joins a page so while something else has the focus.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  if (!dialog.querySelector('[autofocus]')) dialog.querySelector<HTMLElement>('h2')?.focus();
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
