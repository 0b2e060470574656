import { html, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import type { Addition } from './basket-items.ts';
import { MAX_ITEMS } from './basket-store.ts';

/** Changes of a basket that its list does not show. */
export interface BasketNews {
  /** Number of assets that another window removed while the person was downloading them. */
  readonly removed: number;
  readonly addition: Addition;
}

/** Says how many assets were added to a basket, and why not all of them; '' if there were none. */
export function additionText(say: Say, { total, added, leftOut }: Addition): string {
  if (total === 0) return '';
  if (leftOut === 0) return added > 0 ? say('basket.added', { count: added }) : say('basket.already');
  const text = say('basket.left-out', { count: leftOut, taken: added, total, most: MAX_ITEMS });
  const count = total - added - leftOut;
  return count > 0 ? `${text} ${say('basket.already.some', { count })}` : text;
}

/** Draws the changes of a basket as text, which screen readers announce. */
export function basketNews(say: Say, { removed, addition }: BasketNews): TemplateResult {
  const texts = [
    ...(removed > 0 ? [say('basket.removed', { count: removed })] : []),
    ...(addition.leftOut > 0 ? [additionText(say, addition)] : []),
  ];
  return html`<div role="status" class="news">${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}
