import { css, html, nothing, type TemplateResult } from 'lit';

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

/** Draws a message, which screen readers announce. It can be focused, so that it can get the focus of the content that it replaces. */
export function notice({ icon, title, text, action, actions }: Notice): TemplateResult {
  return html`<div class="notice" role="status" tabindex="-1">
    ${icon ?? nothing}
    <div class="notice-title">${title}</div>
    ${text ? html`<p class="notice-text">${text}</p>` : nothing}
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}${actions}
  </div>`;
}

/**
 * The look of messages. Their content takes its space at once, so that nothing moves later, but is hidden for a moment, because
 * screen readers announce only changes in live regions that they know.
 */
export const noticeStyles = css`
  .notice {
    display: grid;
    justify-items: center;
    gap: 0.5rem;
    max-inline-size: 30rem;
    margin: 3rem auto;
    padding: 1rem;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .notice > * {
    animation: announced 1ms 100ms backwards;
  }
  @keyframes announced {
    from {
      visibility: hidden;
    }
  }
  .notice .icon {
    inline-size: 2.5rem;
    block-size: 2.5rem;
    color: var(--_text-2);
  }
  .notice :is(p, .notice-title) {
    margin: 0;
  }
  .notice-title {
    font-size: 1.125rem;
    font-weight: 600;
  }
  .notice-text {
    color: var(--_text-2);
  }
`;
