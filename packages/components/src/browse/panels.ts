import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import { openLaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { modal } from '../theme/dialogs.ts';
import { icon } from '../theme/icons.ts';

/** What a list has beside it, the tree and the filters: columns where there is room, drawers on narrow screens. */
export interface Panels {
  /** True if the panels are drawers. */
  readonly isNarrow: boolean;
  /** Opens the drawer of the filters. */
  openFilters(): void;
  /** Closes the drawers. */
  close(): void;
  /** Draws the button that opens the drawer of the tree; nothing where that is a column. */
  treeButton(say: Say): TemplateResult | typeof nothing;
  treePanel(say: Say, tree: TemplateResult): TemplateResult;
  filterPanel(say: Say, filters: TemplateResult): TemplateResult | typeof nothing;
}

/** Width of the element in pixels below which the panels are drawers. */
const NARROW = 860;

/** Opens the panels of an element, and watches its width. `showsFilters` says whether the column of the filters is wanted. */
export function openPanels(element: ReactiveElement, showsFilters: () => boolean): Panels {
  let isNarrow = innerWidth < NARROW;
  const filters = openLaterPart(
    () => import('../abs-facets.ts'),
    () => element.requestUpdate(),
  );
  const sizes = new ResizeObserver(([entry]) => {
    isNarrow = (entry?.contentRect.width ?? NARROW) < NARROW;
    element.requestUpdate();
  });
  element.addController({
    hostConnected: () => sizes.observe(element),
    hostDisconnected: () => sizes.disconnect(),
    // The first view does without the filters.
    hostUpdate: () => {
      if (showsFilters() && !isNarrow && filters.state === 'absent') void filters.load();
    },
  });

  function open(name: 'tree' | 'filter'): void {
    element.renderRoot.querySelector<HTMLDialogElement>(`dialog.${name}-drawer`)?.showModal();
  }

  return {
    get isNarrow() {
      return isNarrow;
    },
    openFilters: () => {
      void filters.load();
      open('filter');
    },
    close: () => {
      for (const dialog of element.renderRoot.querySelectorAll('dialog')) dialog.close();
    },
    treeButton: (say) => {
      if (!isNarrow) return nothing;
      const label = say('browse.menu');
      return html`<button type="button" class="quiet" aria-haspopup="dialog" aria-label=${label} @click=${() => open('tree')}>
        ${icon('menu')}
      </button>`;
    },
    treePanel: (say, tree) => {
      const title = say('browse.menu');
      if (isNarrow) return drawer('tree', title, say, tree);
      return html`<nav class="side" aria-label=${title}>${tree}</nav>`;
    },
    filterPanel: (say, content) => {
      const title = say('browse.filters');
      const body = filters.state === 'ready' ? content : waitingFor(filters, say);
      if (isNarrow) return drawer('filter', title, say, body);
      return showsFilters() ? html`<aside class="filters" aria-label=${title}>${body}</aside>` : nothing;
    },
  };
}

function drawer(name: 'tree' | 'filter', title: string, say: Say, body: TemplateResult): TemplateResult {
  return modal({ drawer: name, title, closeLabel: say('dialog.close'), body, closed: () => {} });
}
