import { html, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { isNodes } from './facet-lists.ts';

/**
 * Draws whether assets have all chosen values of a facet or any of them, where it matters: before a second node is chosen,
 * which may leave nothing, and once there are several other values.
 */
export function joinHint(say: Say, facet: string, chosen: number): TemplateResult {
  const most = isNodes(facet) ? 0 : 1;
  const text = chosen > most ? say(isNodes(facet) ? 'facets.all' : 'facets.any') : '';
  return html`<p class="none" role="status">${text}</p>`;
}
