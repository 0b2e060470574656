import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import type { Addition } from './basket-items.ts';
import { MAX_ITEMS } from './max-items.ts';

/** Says how many assets were added to a basket, and why not all of them; '' if there were none. */
export function additionText(say: Say, { total, added, leftOut }: Addition): string {
  if (total === 0) return '';
  if (leftOut === 0) return added > 0 ? say('basket.added', { count: added }) : say('basket.already');
  const text = say('basket.left-out', { count: leftOut, taken: added, total, most: MAX_ITEMS });
  const count = total - added - leftOut;
  return count > 0 ? `${text} ${say('basket.already.some', { count })}` : text;
}

/** Draws what of an addition the list of a basket does not show, which screen readers announce. */
export function basketNews(say: Say, addition: Addition): TemplateResult {
  const { leftOut } = addition;
  return html`<div role="status" class="news">${leftOut > 0 ? html`<p>${additionText(say, addition)}</p>` : nothing}</div>`;
}
