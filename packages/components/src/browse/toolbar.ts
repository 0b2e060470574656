import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { type AssetQuery, isWhole, type Sorting } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { GridView } from '../grid/layout.ts';
import type { TextKey } from '../texts/en.ts';
import { type IconName, icon } from '../theme/icons.ts';
import type { ListPath } from './node-path.ts';
import { TILE_SIZES, VIEWS, type ViewSettings } from './view-settings.ts';

/** What the toolbar above a list shows, and whom it tells. */
export interface Toolbar {
  readonly catalogue: Pick<Catalogue, 'say' | 'load'>;
  readonly query: AssetQuery;
  /** From the root to the node of the list; empty without one, or until it is known. */
  readonly path: readonly Node[];
  /** The loading of the path. */
  readonly loading: Pick<ListPath, 'failure' | 'request'>;
  readonly retryPath: () => void;
  /** Number of assets; undefined until it is known. */
  readonly total: number | undefined;
  readonly settings: ViewSettings;
  /** True if the filters are a drawer instead of standing beside the list. */
  readonly isNarrow: boolean;
  /** What of the query the person can take back. */
  readonly chosen: AssetQuery;
  readonly goTo: (node: Node | undefined) => void;
  readonly sort: (sorting: Sorting) => void;
  readonly look: (settings: ViewSettings) => void;
  readonly showFilters: () => void;
}

/** Orders that the toolbar offers, written as in addresses. */
const SORTINGS = [
  'name-asc',
  'name-desc',
  'uploaddate-desc',
  'uploaddate-asc',
  'lastmodified-desc',
  'size-desc',
  'size-asc',
] as const;

/** Most nodes above that of a list that are shown at once. Of more, the lower half; the others can be opened. */
const MOST_ABOVE = 8;

const VIEW_ICONS: Readonly<Record<GridView, IconName>> = { square: 'grid', justified: 'rows', list: 'list' };

/** Draws the toolbar: where one is, how many assets there are, and how they are shown. */
export function toolbar(bar: Toolbar): TemplateResult {
  const { catalogue, query, total } = bar;
  const { say } = catalogue;
  // Nothing can be done with the items of a catalogue that has none.
  const hasTools = total !== 0 || !isWhole(query);
  return html`<div class="toolbar">
    <div class="place">
      ${pathLinks(bar)}
      <h2 tabindex="-1" dir="auto">${titleOf(bar)}</h2>
      <p class="total">${total === undefined ? nothing : say('assets.count', { count: total })}</p>
    </div>
    ${hasTools ? tools(bar) : nothing}
  </div>`;
}

function tools(bar: Toolbar): TemplateResult {
  const { catalogue, query, chosen } = bar;
  const filterCount = restrictionsOf(chosen);
  return html`<div class="tools">
    ${query.isTop ? nothing : sortChoice(bar)}
    <div class="looks">
    ${viewChoice(bar)}
    <button
      type="button"
      class="filter-button"
      aria-haspopup=${bar.isNarrow ? 'dialog' : nothing}
      aria-expanded=${bar.isNarrow ? nothing : bar.settings.showsFilters}
      @click=${bar.showFilters}
    >
      ${icon('filter')}<span>${catalogue.say('browse.filters')}</span>
      ${filterCount > 0 ? html`<span class="badge">${filterCount}</span>` : nothing}
    </button>
    </div>
  </div>`;
}

/** Number of values of filters and ranges of dates, each of which is a chip. */
function restrictionsOf({ filters = [], uploaded, modified }: AssetQuery): number {
  return [uploaded, modified, ...filters.flatMap(({ values }) => values)].filter((each) => each !== undefined).length;
}

/** The heading of a list: its node, or what was searched for. */
function titleOf({ catalogue: { say }, query, path }: Toolbar): string {
  if (query.isTop) return say('browse.top');
  if (query.text) return say('browse.results', { text: query.text });
  const node = path.at(-1);
  if (node) return visibleName(say, node.name);
  return query.node === undefined ? say('browse.all') : '…';
}

function pathLinks(bar: Toolbar): TemplateResult | typeof nothing {
  const { query, path, goTo } = bar;
  const { say } = bar.catalogue;
  const above = query.text ? path : path.slice(0, -1);
  const folded = above.length > MOST_ABOVE ? above.length - MOST_ABOVE / 2 : 0;
  if (query.node === undefined && !query.text && !query.isTop) return nothing;
  const link = (node?: Node) => html`<li>
    <button type="button" class="quiet" dir="auto" @click=${() => goTo(node)}>
      ${node ? visibleName(say, node.name) : say('browse.all')}
    </button>
  </li>`;
  const label = say('browse.path');
  // The place that it leads to may have a long path, too.
  const closePath = ({ currentTarget }: Event) => (currentTarget as Element).parentElement?.removeAttribute('open');
  return html`<nav aria-label=${label}>
    <ol>
      ${link()}
      ${folded ? html`<li><details><summary aria-label=${label}>…</summary><ol @click=${closePath}>${above.slice(0, folded).map(link)}</ol></details></li>` : nothing}
      ${above.slice(folded).map(link)}
    </ol>
    <div class="path-message" role="status">${pathMessage(bar)}</div>
  </nav>`;
}

function pathMessage({ catalogue: { say, load }, loading, total, retryPath }: Toolbar): unknown {
  const { failure, request } = loading;
  if (failure)
    return html`<span>${describeFailure(failure, say).title}</span>
      <button type="button" @click=${retryPath}>${say('catalogue.retry')}</button>`;
  // Until the list is there, it says so itself.
  return request && total !== undefined ? delayNotice({ say, load, retry: retryPath, of: request }) : nothing;
}

function sortChoice({ catalogue: { say }, query, sort }: Toolbar): TemplateResult {
  const { by, direction } = query.sorting ?? { by: 'default', direction: 'asc' };
  const present = by === 'default' ? (query.text ? 'default' : 'name-asc') : `${by}-${direction}`;
  const chosen = ({ target }: Event) => {
    const [wanted = '', order] = (target as HTMLSelectElement).value.split('-');
    sort({ by: wanted, direction: order === 'desc' ? 'desc' : 'asc' });
  };
  const options = [...(query.text ? ['default'] : []), ...SORTINGS];
  return html`<label class="sort">
    <span class="unseen">${say('browse.sort')}</span>
    <select @change=${chosen}>
      ${options.map(
        (value) =>
          html`<option value=${value} .selected=${value === present}>${say(`browse.sort.${value}` as TextKey)}</option>`,
      )}
    </select>
  </label>`;
}

function viewChoice({ catalogue: { say }, settings, look }: Toolbar): TemplateResult {
  const resize = ({ target }: Event) => look({ ...settings, tile: Number((target as HTMLInputElement).value) });
  return html`<div class="views" role="group" aria-label=${say('browse.view')}>
      ${VIEWS.map(
        (view) => html`<button
          type="button"
          class="quiet"
          aria-pressed=${settings.view === view}
          aria-label=${say(`browse.view.${view}` as TextKey)}
          title=${say(`browse.view.${view}` as TextKey)}
          @click=${() => look({ ...settings, view })}
        >
          ${icon(VIEW_ICONS[view])}
        </button>`,
      )}
    </div>
    <input
      class="size"
      type="range"
      aria-label=${say('browse.size')}
      title=${say('browse.size')}
      min=${TILE_SIZES.least}
      max=${TILE_SIZES.most}
      step=${TILE_SIZES.step}
      .value=${String(settings.tile)}
      ?disabled=${settings.view === 'list'}
      @input=${resize}
    />`;
}
