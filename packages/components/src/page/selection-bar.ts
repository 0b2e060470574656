import { css, html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';

/** Draws how many assets are selected, what can be done with them, and a button that clears the selection. */
export function selectionBar(
  say: Say,
  count: number,
  actions: TemplateResult,
  clear: () => void,
): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const text = say('grid.selected', { count });
  const label = say('browse.clear-selection');
  return html`<div slot="selection" class="selection" role="group" aria-label=${text}>
    <button type="button" class="quiet" title=${label} aria-label=${label} @click=${clear}>${icon('close')}</button>
    <p>${text}</p>
    ${actions}
  </div>`;
}

/** Draws buttons that download assets and add them to the basket. Where there is no room for words, their titles have them. */
export function assetActions(say: Say, download: () => void, addToBasket: () => void): TemplateResult {
  const action = (icon: TemplateResult, text: string, run: () => void) =>
    html`<button type="button" class="quiet" title=${text} @click=${run}>${icon}<span>${text}</span></button>`;
  return html`${action(laterIcon('download'), say('download.title'), download)}
    ${action(laterIcon('basket'), say('page.basket-add'), addToBasket)}`;
}

/** The look of the bar. */
export const selectionBarStyles = css`
  /* Below the list, so that no picture moves when the first one is selected. */
  .selection {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem;
    padding: 0.5rem;
    border-block-start: 1px solid var(--_line);
    background: var(--_accent-soft);
  }
  .selection p {
    flex: 1;
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
