import { html, nothing, type TemplateResult } from 'lit';
import { MAX_ITEMS } from '../basket/max-items.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { action, basketAction, downloadAction, shareAction } from './asset-actions.ts';
import type { LaterElements } from './later-elements.ts';
import type { PageSelection } from './page-selection.ts';

/** What is selected, and what can be done with it. */
export interface SelectionBar {
  readonly selection: PageSelection;
  /** Number of assets of the list. */
  readonly total: number;
  readonly later: LaterElements;
  /** What the assets of the list are together. */
  readonly name: string;
  /** True if the service makes links. */
  readonly makesLinks: boolean;
  /** The selected assets that can be downloaded. */
  readonly offered: readonly number[];
  readonly selectAll: () => void;
}

/** Draws how many assets are selected, and buttons that select all, clear the selection, download it and add it to the basket. */
export function selectionBar(say: Say, bar: SelectionBar): TemplateResult | typeof nothing {
  const { selection, total, later, name, offered, selectAll } = bar;
  const { ids } = selection;
  const { length: count } = ids;
  if (count === 0) return nothing;
  const text = say('grid.selected', { count });
  const label = say('browse.clear-selection');
  const most = Math.min(total, MAX_ITEMS);
  const all = say(total > most ? 'page.select-first' : 'page.select-all', { count: most });
  return html`<div slot="selection" class="selection" role="group" aria-label=${text}>
    <button type="button" class="quiet" title=${label} aria-label=${label} @click=${selection.end}>${icon('close')}</button>
    <p>${text}</p>
    ${count < most ? action(laterIcon('select-all'), all, selectAll) : nothing}
    ${offered.length > 0 ? html`${downloadAction(say, () => void later.download(offered, name))} ${shareAction(say, bar, offered)} ${basketAction(say, later, offered)}` : nothing}
    ${action(laterIcon('print'), say('print.label'), () => void later.print({ ids }, name))}
    ${later.news.render()}
  </div>`;
}
