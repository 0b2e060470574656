import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';

/** What happened to a basket that its list does not show. */
export interface BasketNews {
  /** How many assets were removed by others while the person was downloading them. */
  readonly removed: number;
}

/** Says what happened to a basket, which screen readers announce. */
export function basketNews(say: Say, { removed }: BasketNews): TemplateResult {
  return html`<div role="status" class="news">${removed > 0 ? html`<p>${say('basket.removed', { count: removed })}</p>` : nothing}</div>`;
}
