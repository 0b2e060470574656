import { html, nothing, type TemplateResult } from 'lit';

/** A message in place of content: what has happened, and what the person can do. */
export interface Notice {
  readonly icon?: TemplateResult;
  readonly title: string;
  /** A sentence, or other content that Lit can draw. */
  readonly text?: unknown;
  /** A button: its label and what it does. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Several buttons. */
  readonly actions?: TemplateResult | undefined;
}

/**
 * Draws a message, which screen readers announce. It can be focused, so that it can get the focus of the content that it replaces.
 */
export function notice({ icon, title, text, action, actions }: Notice): TemplateResult {
  return html`<div class="notice" role="status" tabindex="-1">
    ${icon ?? nothing}
    <div class="notice-title">${title}</div>
    ${text ? html`<p class="notice-text">${text}</p>` : nothing}
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}${actions}
  </div>`;
}
