import { html, nothing, type TemplateResult } from 'lit';
import { type AssetQuery, isRestricted, isWhole } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withoutFilters } from '../facets/with-filter.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import type { Hints } from './hints.ts';

/** What the notice of an empty list says, and buttons that ask for other queries with the same text. */
export interface WaysOn {
  readonly text?: string | TemplateResult;
  readonly actions?: TemplateResult;
}

/** Returns the ways on from a query without assets. `chosen` is the part of it that the person can undo. */
export function waysOn(
  catalogue: Catalogue,
  query: AssetQuery,
  chosen: AssetQuery,
  { ask, hints }: { readonly ask: (query: AssetQuery) => void; readonly hints: Hints },
): WaysOn {
  const { say } = catalogue;
  if (isWhole(query)) {
    // Whoever looks from the machine of the service may well be its operator.
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(catalogue.client.base, location.href).hostname);
    const text = say('assets.empty.catalogue');
    return { text: isLocal ? html`${text}<br /><code>npx abs import ~/Pictures</code>` : text };
  }
  if (!isRestricted(chosen)) return {};
  const { text = '', hasAnyWord, ...place } = chosen;
  const words: AssetQuery = { ...(text && { text }), ...(hasAnyWord && { hasAnyWord }) };
  const { node, within, isDeep: _, ...filters } = place;
  const isInNode = node !== undefined || within !== undefined;
  const isFiltered = isRestricted(filters);
  const button = (label: string, other: AssetQuery) =>
    html`<button type="button" @click=${() => ask(other)}>${label}</button>`;
  // Each has its own place, so that none takes the place, and the focus, of another that has been pressed.
  return {
    text: isInNode || isFiltered || hasAnyWord ? say('assets.empty.text') : lackingWords(say, text),
    actions: html`${isFiltered ? button(say('assets.empty.filters'), { ...withoutFilters(place), ...words }) : nothing}
    ${isInNode ? button(say('assets.empty.everywhere'), { ...filters, ...words }) : nothing}
    ${countWords(text) > 1 && !hasAnyWord ? button(say('assets.empty.any'), { ...chosen, hasAnyWord: true }) : nothing}
    ${hints.draw(catalogue, query, chosen, ask)}`,
  };
}

function lackingWords(say: Say, text: string): string {
  return countWords(text) === 1 ? say('assets.empty.word', { word: text }) : say('assets.empty.words');
}

/** Counts the words that an asset must have: a phrase in quotation marks is one, and excluded words are none. */
export function countWords(text: string): number {
  const words = text.match(/-?"[^"]*"?|\S+/g) ?? [];
  return words.filter((word) => !word.startsWith('-')).length;
}

addTexts(EN_LATER);
