import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { icon } from '../theme/icons.ts';
import { styled } from '../theme/styled.ts';
import { canOpen, type PlacedRow } from './branches.ts';

/** How a row of the tree is drawn. */
export interface RowOptions {
  readonly catalogue: Catalogue;
  readonly row: PlacedRow;
  /** Assets in the node of the row; undefined if they are not counted. */
  readonly count: number | undefined;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** True for the active row if it is off the screen; it exists for screen readers. */
  readonly isAway: boolean;
}

/** Draws a row of the tree. */
export function treeRow({ catalogue, row, count, isActive, isSelected, isAway }: RowOptions): TemplateResult {
  const { key, level, shows, position, siblings } = row;
  const opens = row.shows === 'node' && canOpen(row.branch);
  const isLoading = row.shows === 'node' && (row.branch.state === 'loading' || row.branch.state === 'slow');
  const classes = `row ${isActive ? 'active' : ''} ${isAway ? 'away' : ''} ${shows === 'loading' || shows === 'failed' ? 'aside' : ''}`;
  return html`<div
    role="treeitem"
    id="row-${key}"
    class=${classes}
    data-key=${key}
    aria-level=${level}
    aria-posinset=${position}
    aria-setsize=${siblings}
    aria-selected=${isSelected}
    aria-expanded=${opens ? row.branch.isOpen : nothing}
    aria-busy=${isLoading ? 'true' : nothing}
    title=${row.shows === 'node' ? visibleName(catalogue.say, row.branch.node.name) : nothing}
    ${styled({ '--_level': String(level) })}
  >
    <span class="twist ${opens ? 'opens' : ''}">${opens ? icon('next') : nothing}</span>
    ${content(catalogue, row, count)}
  </div>`;
}

function content({ say, load }: Catalogue, row: PlacedRow, count: number | undefined): TemplateResult {
  switch (row.shows) {
    case 'all':
      return html`<span class="name">${say('tree.all')}</span>`;
    case 'loading': {
      // The tree itself tries again upon a click anywhere on the row, or Enter.
      const delay = { say, load, retry: () => {}, of: row.branch.requests, meanwhile: say('tree.loading') };
      return html`<span class="name">${delayNotice(delay)}</span>`;
    }
    case 'failed':
      return html`<span class="name">${say('tree.failed')} <span class="action">${say('catalogue.retry')}</span></span>`;
    case 'node': {
      const { name } = row.branch.node;
      return html`<span class="name" dir="auto">${visibleName(say, name)}</span>${
        count === undefined
          ? nothing
          : html`<span class="count" aria-hidden="true">${say('facets.number', { count })}</span
              ><span class="unseen">${say('assets.count', { count })}</span>`
      }`;
    }
  }
}
