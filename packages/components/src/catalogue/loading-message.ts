import { css, html, type TemplateResult } from 'lit';
import { type Delay, delayNotice } from './delay-notice.ts';

/** Draws the message that the catalogue is loading, and after a while why it takes so long. It can get the focus of its button. */
export function loadingMessage(delay: Delay): TemplateResult {
  const meanwhile = html`<span class="soon">${delay.say('catalogue.loading')}</span>`;
  return html`<div class="loading" role="status" tabindex="-1">${delayNotice({ ...delay, meanwhile })}</div>`;
}

/** Styles of the message. It appears after a second, before which most services answer, and moves nothing. */
export const loadingStyles = css`
  /* Has the focus once the content is shown. */
  :host {
    outline: none;
  }
  .waiting {
    visibility: hidden;
  }
  .loading {
    position: absolute;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    max-inline-size: calc(100% - 2rem);
    margin: 1rem;
    padding: 0.5rem 1rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text-2);
    box-shadow: var(--_shadow);
    animation: appear 1ms 1s backwards;
  }
  .soon {
    animation: speak 1ms 1.1s backwards;
  }
  /* It may have the focus already, which nothing hidden can have. */
  @keyframes appear {
    from {
      opacity: 0;
      pointer-events: none;
    }
  }
  @keyframes speak {
    from {
      visibility: hidden;
    }
  }
`;
