import { html, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import type { Addition } from './basket-items.ts';
import { MOST_ITEMS } from './basket-store.ts';

/** What happened to a basket that its list does not show. */
export interface BasketNews {
  /** How many assets were removed by others while the person was downloading them. */
  readonly removed: number;
  readonly addition: Addition;
}

/** Says what happened to a basket, which screen readers announce. */
export function basketNews(say: Say, { removed, addition: { total, leftOut } }: BasketNews): TemplateResult {
  const texts = [
    ...(removed > 0 ? [say('basket.removed', { count: removed })] : []),
    ...(leftOut > 0
      ? [say('basket.left-out', { count: leftOut, taken: total - leftOut, total, most: MOST_ITEMS })]
      : []),
  ];
  return html`<div role="status" class="news">${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}
