import { html, type TemplateResult } from 'lit';
import { icon } from '../theme/icons.ts';

/** Content that comes from the side of a narrow screen, above everything else. */
export interface Drawer {
  readonly name: 'tree' | 'filter';
  readonly title: string;
  readonly closeLabel: string;
  readonly content: TemplateResult;
  /** Called when the person has closed it, also with Escape or a press beside it. */
  readonly closed: () => void;
}

/** Draws a drawer: a modal dialog, which keeps the focus and gives it back. `showModal` opens it. */
export function drawer({ name, title, closeLabel, content, closed }: Drawer): TemplateResult {
  const close = ({ currentTarget }: Event) => (currentTarget as Element).closest('dialog')?.close();
  // Presses inside come from the content, which covers the dialog.
  const pressed = (event: Event) => event.target === event.currentTarget && close(event);
  return html`<dialog class="${name}-drawer" aria-labelledby="${name}-title" @close=${closed} @pointerdown=${pressed}>
    <div class="drawer">
      <header>
        <h2 id="${name}-title">${title}</h2>
        <button type="button" class="quiet" aria-label=${closeLabel} @click=${close}>${icon('close')}</button>
      </header>
      <div class="content">${content}</div>
    </div>
  </dialog>`;
}
