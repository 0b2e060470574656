import { html, type TemplateResult } from 'lit';
import { type Delay, delayNotice } from './delay-notice.ts';

/** Draws the message that the catalogue is loading, and after a while why it takes so long. It can get the focus of its button. */
export function loadingMessage(delay: Delay): TemplateResult {
  const meanwhile = html`<span class="soon">${delay.say('catalogue.loading')}</span>`;
  return html`<div class="loading" role="status" tabindex="-1">${delayNotice({ ...delay, meanwhile })}</div>`;
}
