import { html, nothing, type TemplateResult } from 'lit';
import { isBeside } from './beside.ts';
import { icon } from './icons.ts';

/** A modal dialog: its title, its content, and what closing it does. */
export interface ModalOptions {
  readonly title: string;
  readonly closeLabel: string;
  readonly body: unknown;
  /** Text of a button below the content that closes the dialog. */
  readonly done?: string;
  /** Called after the dialog was closed, in whatever way. */
  readonly closed: () => void;
  /** Makes the dialog a drawer at the side of a narrow screen, with a name that no other drawer in the element has. */
  readonly drawer?: 'tree' | 'filter';
  /** True while closing it by accident would lose something: only its button and `close()` do then. */
  readonly staysOpen?: boolean;
}

/** The dialog beside which the last press began. */
let pressedBeside: EventTarget | null = null;

/** Draws a modal dialog, which `openModal` shows. Its button closes it, and unless it stays open, Escape and a click beside it. */
export function modal({ title, closeLabel, body, done, closed, drawer, staysOpen }: ModalOptions): TemplateResult {
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
    class=${drawer ? `full-height drawer ${drawer}-drawer` : 'modal'}
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
      ${done === undefined ? nothing : html`<div class="foot"><button type="button" class="primary" @click=${close}>${done}</button></div>`}
    </div>
  </dialog>`;
}
