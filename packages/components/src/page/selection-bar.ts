import { html, nothing, type TemplateResult } from 'lit';
import { MAX_ITEMS } from '../basket/basket-store.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { LaterElements } from './later-elements.ts';
import type { PageSelection } from './page-selection.ts';
import { mayShare } from './share-link.ts';

/** Maximum number of selected assets: as many as the basket holds. */
export const MAX_SELECTED = MAX_ITEMS;

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
  const most = Math.min(total, MAX_SELECTED);
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

/**
 * Draws a button for the toolbar that makes each tap select, because nothing else shows people without a mouse how to begin. It is
 * pressed as long as something is selected, too, because taps select then.
 */
export function selectButton(say: Say, { isOn, toggle }: PageSelection): TemplateResult {
  const text = say('page.select');
  return html`<button slot="tools" type="button" title=${text} aria-pressed=${isOn} @click=${toggle}>
    ${laterIcon('check')}<span>${text}</span>
  </button>`;
}

/** The asset of the viewer's buttons. */
export interface ActedOn {
  readonly id: number;
  readonly link: string;
  /** True if it can be downloaded. */
  readonly isOffered: boolean;
  /** True if the service makes links. */
  readonly makesLinks: boolean;
}

/**
 * Draws the viewer's buttons: one downloads the asset, one adds it to the basket or takes it out again, and one, for narrow screens, where
 * the details are out of sight, shares its link.
 */
export function assetActions(
  say: Say,
  later: LaterElements,
  { id, link, isOffered, makesLinks }: ActedOn,
): TemplateResult {
  const add = isOffered ? basketAction(say, later, [id]) : nothing;
  return html`<div slot="actions">
    ${isOffered ? downloadAction(say, () => void later.download([id], '')) : nothing} ${later.news.render()}
  </div>
  <div slot="more">
    ${isOffered ? shareAction(say, { later, makesLinks }, [id]) : nothing}
    ${
      later.isInBasket(id)
        ? action(laterIcon('check'), say('page.basket-remove'), () => later.removeFromBasket(id, say))
        : add
    }
    ${action(laterIcon('link'), say(mayShare() ? 'page.share' : 'details.link.copy'), () => void later.share(link, say), 'share')}
  </div>`;
}

function downloadAction(say: Say, download: () => void): TemplateResult {
  return action(laterIcon('download'), say('download.title'), download);
}

/** Draws the button that makes a link for others; nothing if the service makes none. */
function shareAction(
  say: Say,
  { later, makesLinks }: Pick<SelectionBar, 'later' | 'makesLinks'>,
  ids: readonly number[],
): TemplateResult | typeof nothing {
  return makesLinks ? action(laterIcon('person'), say('share.label'), () => void later.shareAssets(ids)) : nothing;
}

function basketAction(say: Say, later: LaterElements, ids: readonly number[]): TemplateResult {
  return action(laterIcon('basket'), say('page.basket-add'), () => void later.addToBasket(ids, say));
}

/** Draws a button. Its title repeats the words, which narrow screens hide. */
function action(icon: TemplateResult, text: string, run: () => void, className = ''): TemplateResult {
  return html`<button type="button" class="quiet ${className}" title=${text} @click=${run}>${icon}<span>${text}</span></button>`;
}
