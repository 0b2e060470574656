import { css, html, nothing, type TemplateResult } from 'lit';

/** A message in place of content: what is the matter, and a way on. */
export interface Notice {
  readonly icon?: TemplateResult;
  readonly title: string;
  /** A sentence, or what draws one later. */
  readonly text?: unknown;
  /** A button: its label and what it does. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Draws a message. Screen readers announce it when it appears. It takes the focus of what it replaces, so that none is lost. */
export function notice({ icon, title, text, action }: Notice): TemplateResult {
  return html`<div class="notice" role="status" tabindex="-1">
    ${icon ?? nothing}
    <div class="notice-title">${title}</div>
    ${text ? html`<p class="notice-text">${text}</p>` : nothing}
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}
  </div>`;
}

/**
 * The look of messages. Their content has its room at once but is hidden for a moment: screen readers announce only what
 * changes in live regions that they know, and a box that grows would move what is around it.
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
