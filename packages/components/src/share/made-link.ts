import type { Pin } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';
import { until } from 'lit/directives/until.js';
import type { Say } from '../texts/texts.ts';
import { copyLink } from '../theme/copy-link.ts';

/** Draws a link that was made: to copy, to send and to scan. */
export function madeLink(say: Say, { pin, link, title }: Pin): TemplateResult {
  const subject = title || say('share.untitled');
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(link)}`;
  return html`<div class="made">
    <p role="status">${say('share.done')}</p>
    ${copyLink(say, link, say('share.link'))}
    <p><a href=${mail}>${say('share.mail')}</a> · <a href=${link} target="_blank" rel="noopener">${say('share.open')}</a></p>
    <div class="qr" role="img" aria-label=${say('share.qr')}>${until(codeOf(link), nothing)}</div>
    <p class="faint">${say('share.pin', { pin })}</p>
  </div>`;
}

/** Loads what draws the code only when there is something to draw. */
async function codeOf(link: string): Promise<unknown> {
  const { renderSVG } = await import('uqr');
  return unsafeSVG(renderSVG(link, { border: 2 }));
}
