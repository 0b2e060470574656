import { html, nothing, type TemplateResult } from 'lit';
import { type AssetQuery, isRestricted } from '../assets/asset-query.ts';
import type { ElementEvents } from '../catalogue/event-details.ts';
import { openLaterPart } from '../catalogue/later-part.ts';

/** The filters of a list above it, as buttons that remove them: a link may have filters while the panel that shows them is closed. */
export interface ChosenFilters {
  /** Draws them; nothing for a query without filters. The first drawing loads the scripts. `chosen` is called when one is removed. */
  render(query: AssetQuery, chosen: (event: ElementEvents['abs-query']) => void): TemplateResult | typeof nothing;
}

/** Opens the filters. `changed` is called when the scripts have loaded. */
export function openChosenFilters(changed: () => void): ChosenFilters {
  const part = openLaterPart(() => import('../abs-chips.ts'), changed);
  return {
    render: (query, chosen) => {
      if (!isRestricted({ ...query, text: '' })) return nothing;
      if (part.state === 'absent') void part.load();
      return html`<div class="chosen"><abs-chips .query=${query} @abs-query=${chosen}></abs-chips></div>`;
    },
  };
}
