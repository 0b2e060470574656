import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isVisible } from '../catalogue/visible-name.ts';
import { slotted } from '../theme/slots.ts';
import { styled } from '../theme/styled.ts';
import type { PlacedRow } from './branches.ts';
import type { LimitedCounts } from './limited-counts.ts';
import type { RowWindow } from './row-window.ts';
import { treeRow } from './tree-row.ts';

/** What a tree shows, and its callbacks. */
export interface TreeView {
  readonly catalogue: Catalogue;
  /** ID of the node type that is shown. */
  readonly type: number | undefined;
  readonly rows: readonly PlacedRow[];
  /** Index of the active row. */
  readonly active: number;
  readonly isSelected: (row: PlacedRow) => boolean;
  readonly countOf: LimitedCounts['countOf'];
  readonly window: RowWindow;
  /** The element that scrolls; null before it is drawn. */
  readonly scroller: Element | null;
  readonly keyPressed: (event: KeyboardEvent) => void;
  readonly clicked: (event: MouseEvent) => void;
  readonly scrolled: () => void;
}

/** Pixels above and below the screen within which rows exist, so that scrolling shows no gaps. */
const AHEAD = 300;

/** Draws the rows of a tree that are on or near the screen, and the active one. */
export function treeView(view: TreeView): TemplateResult {
  const { catalogue, rows, active, isSelected, countOf } = view;
  const { scrollTop = 0, clientHeight = 600 } = view.scroller ?? {};
  const { first, end, before, after } = view.window.between(scrollTop - AHEAD, scrollTop + clientHeight + AHEAD);
  const away = active < first || active >= end ? rows.slice(active, active + 1) : [];
  const name = catalogue.about.nodeTypes.find(({ id }) => Number(id) === view.type)?.name;
  return html`<div
    class="scroller"
    role="tree"
    tabindex="0"
    aria-label=${isVisible(name) ? name : catalogue.say('tree.label')}
    aria-activedescendant="row-${rows[active]?.key}"
    @keydown=${view.keyPressed}
    @click=${view.clicked}
    @scroll=${view.scrolled}
  >
    <div role="presentation" ${styled({ height: `${before}px` })}></div>
    ${slotted({
      items: [...rows.slice(first, end), ...away],
      keyOf: ({ key }) => key,
      draw: (row) => {
        const isActive = row === rows[active];
        const count = row.shows === 'node' ? countOf(row.branch) : undefined;
        return treeRow({ catalogue, row, count, isActive, isSelected: isSelected(row), isAway: away.includes(row) });
      },
    })}
    <div role="presentation" ${styled({ height: `${after}px` })}></div>
  </div>`;
}
