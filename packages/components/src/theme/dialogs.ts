import { css, html, type TemplateResult } from 'lit';
import { icon } from './icons.ts';

/** A modal dialog: its title, its content, and what closing it does. */
export interface ModalOptions {
  readonly title: string;
  readonly closeLabel: string;
  readonly body: unknown;
  readonly closed: () => void;
}

/** Draws a modal dialog, shown with `showModal()`. Escape, its button and a click beside it close it. */
export function modal({ title, closeLabel, body, closed }: ModalOptions): TemplateResult {
  const close = ({ currentTarget }: Event) => (currentTarget as HTMLElement).closest('dialog')?.close();
  // A press beside the dialog is one on its backdrop, which belongs to it, as does its scroll bar.
  const pressed = (event: PointerEvent) => {
    const { left, right, top, bottom } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (event.target === event.currentTarget && !isInside) close(event);
  };
  return html`<dialog class="modal" aria-labelledby="modal-title" @close=${closed} @pointerdown=${pressed}>
    <div class="modal-content">
      <header>
        <h2 id="modal-title" tabindex="-1" autofocus>${title}</h2>
        <button type="button" class="quiet" aria-label=${closeLabel} @click=${close}>${icon('close')}</button>
      </header>
      ${body}
    </div>
  </dialog>`;
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
  .modal-content > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    margin-block-end: 0.75rem;
  }
  .modal-content > header h2 {
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
