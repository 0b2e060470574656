import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { type AssetQuery, isWhole, type Sorting } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { ListPath } from './node-path.ts';
import type { ViewSettings } from './view-settings.ts';

/** The content and callbacks of the toolbar above a list. */
export interface Toolbar {
  readonly catalogue: Catalogue;
  readonly query: AssetQuery;
  /** The nodes from the root to that of the list; empty if the list has none, and until they are loaded. */
  readonly path: readonly Node[];
  /** The loading of the path. */
  readonly loading: Pick<ListPath, 'failure' | 'request'>;
  readonly retryPath: () => void;
  /** Number of assets; undefined until the list has arrived. */
  readonly total: number | undefined;
  readonly settings: ViewSettings;
  /** True if the filters are a drawer instead of a column. */
  readonly isNarrow: boolean;
  /** True if there is room for no more than three buttons. */
  readonly isPhone: boolean;
  /** The part of the query that the person can undo. */
  readonly chosen: AssetQuery;
  /** Draws the controls of the view, or what stands in their place. */
  readonly tools: (bar: Toolbar) => TemplateResult | typeof nothing;
  readonly goTo: (node: Node | undefined) => void;
  readonly sort: (sorting: Sorting) => void;
  readonly changeView: (settings: ViewSettings) => void;
  readonly showFilters: () => void;
}

/** Draws the controls of the view. */
export type DrawTools = (bar: Toolbar) => TemplateResult;

/** Number of ancestors that a path shows. If there are more, it shows the last half of that number and folds the others. */
const MAX_ANCESTORS = 8;

/** The heading until the name of the node is known. */
const UNNAMED = '…';

/** Draws the toolbar: the path, the heading, the number of assets, and the controls of the view. */
export function toolbar(bar: Toolbar): TemplateResult {
  const { catalogue, query, total } = bar;
  const { say } = catalogue;
  const title = titleOf(bar);
  // The name, once it is known, would move the number beside it.
  const showsTotal = total !== undefined && title !== UNNAMED;
  // An empty catalogue has nothing to sort, filter or view.
  const hasTools = total !== 0 || !isWhole(query);
  return html`<div class="toolbar ${bar.isPhone ? 'phone' : ''}">
    <div class="place">
      ${pathLinks(bar)}
      <h2 tabindex="-1" dir="auto">${title}</h2>
      <p class="total">${showsTotal ? say('assets.count', { count: total }) : nothing}</p>
    </div>
    ${hasTools ? html`<div class="tools">${bar.tools(bar)}</div>` : nothing}
  </div>`;
}

/** Returns the heading of a list: the search text, or else the name of the node. */
function titleOf({ catalogue: { say }, query, path, isPhone }: Toolbar): string {
  if (query.isTop) return say('browse.top');
  // Where a long heading is cut, it begins with the text itself, in quotation marks.
  const results = say('browse.results', { text: query.text ?? '' });
  if (query.text) return isPhone ? results.slice(Math.max(0, results.search(/[“„«]/))) : results;
  const node = path.at(-1);
  if (node) return visibleName(say, node.name);
  return query.node === undefined ? say('browse.all') : UNNAMED;
}

function pathLinks(bar: Toolbar): TemplateResult | typeof nothing {
  const { query, path, goTo } = bar;
  const { say } = bar.catalogue;
  const above = query.text ? path : path.slice(0, -1);
  const folded = above.length > MAX_ANCESTORS ? above.length - MAX_ANCESTORS / 2 : 0;
  if (query.node === undefined && !query.text && !query.isTop) return nothing;
  const link = (node?: Node) => html`<li>
    <button type="button" class="quiet" dir="auto" @click=${() => goTo(node)}>
      ${node ? visibleName(say, node.name) : say('browse.all')}
    </button>
  </li>`;
  const label = say('browse.path');
  // The path of the chosen node may be folded, too, and would otherwise be open.
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
  // Until the list has arrived, it shows the delay itself.
  return request && total !== undefined ? delayNotice({ say, load, retry: retryPath, of: request }) : nothing;
}
