import { html, nothing, type TemplateResult } from 'lit';
import { visibleName } from '../catalogue/visible-name.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { slotted } from '../theme/slots.ts';
import { styled } from '../theme/styled.ts';
import { type Branch, branchPath } from '../tree/branches.ts';
import { findField, MANY_VALUES, valueRow } from './value-list.ts';
import type { ValueRow } from './value-rows.ts';
import { VALUES_PER_STEP, type ValueTree } from './value-tree.ts';

/** The values of a tree to draw. */
export interface ValueTreeOptions {
  readonly say: Say;
  /** Name of the facet. */
  readonly name: string;
  /** Number of values that the service has counted. */
  readonly size: number;
  readonly tree: ValueTree;
  readonly chosen: ReadonlySet<number>;
  readonly choose: (id: number, isChosen: boolean) => void;
}

/** Draws values that are nodes as a tree of checkboxes, in which each branch has a button that opens it. */
export function valueTreeView(options: ValueTreeOptions): TemplateResult {
  const { say, name, size, tree, chosen } = options;
  const { searchText } = tree;
  const isFinding = searchText.trim() !== '';
  const rows = isFinding ? tree.found().map((branch) => foundRow(branch, options)) : treeRows(options);
  const nothingFound = tree.isSearching ? say('tree.loading') : say('facets.none');
  return html`<div role="group" aria-label=${name}>
    ${size > MANY_VALUES || tree.wasSearched ? findField({ say, name, searchText, search: (text) => tree.search(text) }) : nothing}
    ${
      rows
        ? html`<div role=${rows.length > 0 ? 'list' : nothing} class=${chosen.size > 0 ? 'tree chosen' : 'tree'}>
            ${slotted({ items: rows, keyOf: ({ key }) => key, draw: ({ content }) => content })}
          </div>`
        : html`<div aria-busy="true"><div class="ghost"></div><div class="ghost"></div></div>`
    }
    <p class="none" role="status">${rows?.length === 0 ? nothingFound : ''}</p>
  </div>`;
}

interface DrawnRow {
  readonly key: string;
  readonly content: TemplateResult;
}

function foundRow(branch: Branch, { say, tree, chosen, choose }: ValueTreeOptions): DrawnRow {
  const { id } = branch.node;
  const name = visibleName(say, branch.node.name);
  const path = branchPath(branch.parent ?? branch).map(({ node }) => visibleName(say, node.name));
  const row = valueRow({
    ...{ say, name, count: tree.countOf(branch), isChosen: chosen.has(id) },
    ...(branch.parent && { path: path.join(' › ') }),
    change: (isChosen) => {
      if (isChosen) tree.reveal(id);
      choose(id, isChosen);
    },
  });
  return { key: `found-${branch.key}`, content: html`<div role="listitem" class="node">${row}</div>` };
}

function treeRows(options: ValueTreeOptions): readonly DrawnRow[] | undefined {
  const rows = options.tree.rows(options.chosen);
  const hasBranches = rows?.some((row) => row.shows === 'value' && row.canOpen) ?? false;
  return rows?.map((row) => {
    const content = html`<div
      role="listitem"
      aria-level=${row.level}
      class="node ${hasBranches ? 'branches' : ''}"
      ${styled({ '--_level': String(row.level) })}
    >
      ${rowContent(row, hasBranches, options)}
    </div>`;
    return { key: row.key, content };
  });
}

function rowContent(row: ValueRow, hasBranches: boolean, { say, tree, choose }: ValueTreeOptions): unknown {
  const { forest } = tree;
  switch (row.shows) {
    case 'value': {
      const { branch, count, isChosen, canOpen } = row;
      const { id } = branch.node;
      const name = visibleName(say, branch.node.name);
      const turn = () => (branch.isOpen ? forest.close(branch) : forest.open(branch));
      const label = say('facets.branch', { name });
      const twist = canOpen
        ? html`<button type="button" class="quiet twist opens" aria-label=${label} aria-expanded=${branch.isOpen} @click=${turn}>
            ${icon('next')}
          </button>`
        : html`<span class="twist"></span>`;
      return html`${hasBranches ? twist : nothing}
        ${valueRow({ say, name, count, isChosen, change: (chooses) => choose(id, chooses) })}`;
    }
    case 'loading':
      return html`<span class="none">${say('tree.loading')}</span>`;
    case 'failed':
      return html`<span class="none">${say('tree.failed')}</span>
        <button type="button" class="quiet more" @click=${() => forest.open(row.branch)}>${say('catalogue.retry')}</button>`;
    case 'more': {
      const count = Math.min(row.hidden, VALUES_PER_STEP);
      return html`<button type="button" class="quiet more" @click=${() => tree.showMore(row)}>
        ${row.hidden > 0 ? say('facets.more', { count }) : say('facets.fewer')}
      </button>`;
    }
  }
}
