import { css, html, type TemplateResult } from 'lit';
import { type Delay, delayNotice } from './delay-notice.ts';

/** Draws the message that the catalogue is loaded, and after a while why it is not there yet. */
export function loadingMessage(delay: Delay): TemplateResult {
  const meanwhile = html`<span class="soon">${delay.say('catalogue.loading')}</span>`;
  return html`<div class="loading" role="status">${delayNotice({ ...delay, meanwhile })}</div>`;
}

/** The look of the message. Most services answer before it appears. It takes no room, and what is below it does not move. */
export const loadingStyles = css`
  /* What has the focus once the content is there. */
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
    animation: appear 1ms 1.1s backwards;
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
`;
