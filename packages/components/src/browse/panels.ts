import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import { openLaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { modal, openModal } from '../theme/dialogs.ts';
import { icon } from '../theme/icons.ts';

/**
 * The parts around a list: the search, and the tree and the filters, which are columns, or drawers if the element is narrow. Their
 * scripts are loaded after the list, unless the page has loaded them itself.
 */
export interface Panels {
  /** True if the panels are drawers. */
  readonly isNarrow: boolean;
  /** Loads the search and the tree. Called when the list has arrived. */
  listArrived(): void;
  /** Opens the drawer of the filters. */
  openFilters(): void;
  /** Closes the drawers. */
  close(): void;
  /** Draws the button that opens the drawer of the tree; nothing if the tree is a column. */
  treeButton(say: Say): Content;
  search(say: Say, field: TemplateResult): Content;
  treePanel(say: Say, tree: Content): TemplateResult;
  filterPanel(say: Say, filters: TemplateResult): Content;
}

/** Width of the element in pixels below which the panels are drawers. */
const NARROW = 860;

/** Milliseconds after which the search and the tree are loaded even if the list has not arrived. */
const PATIENCE = 1500;

type Content = TemplateResult | typeof nothing;

/** Creates the panels of an element, and watches its width. `showsFilters` returns whether the person wants the column of the filters. */
export function openPanels(element: ReactiveElement, showsFilters: () => boolean): Panels {
  let isNarrow = innerWidth < NARROW;
  const filters = openLaterPart(
    () => import('../abs-facets.ts'),
    () => element.requestUpdate(),
  );
  const tree = openLaterPart(
    async () => customElements.get('abs-tree') ?? (await import('../abs-tree.ts')),
    () => element.requestUpdate(),
  );
  const search = openLaterPart(
    async () => customElements.get('abs-search') ?? (await import('../abs-search.ts')),
    () => element.requestUpdate(),
  );
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const sizes = new ResizeObserver(([entry]) => {
    isNarrow = (entry?.contentRect.width ?? NARROW) < NARROW;
    element.requestUpdate();
  });
  element.addController({
    hostConnected: () => {
      sizes.observe(element);
      waiting = setTimeout(loadAround, PATIENCE);
    },
    hostDisconnected: () => {
      sizes.disconnect();
      clearTimeout(waiting);
    },
    // Loaded only when they are shown, to keep the first view fast.
    hostUpdate: () => {
      if (showsFilters() && !isNarrow && filters.state === 'absent') void filters.load();
    },
  });

  function loadAround(): void {
    for (const part of [search, tree]) if (part.state === 'absent') void part.load();
  }

  /** Returns the content unless its scripts could not be loaded. While they are being loaded, its element takes its space empty. */
  function unlessFailed(part: typeof tree, content: Content, say: Say): Content {
    return part.state === 'failed' ? waitingFor(part, say) : content;
  }

  function openTree(): void {
    void tree.load();
    open('tree');
  }

  function open(name: 'tree' | 'filter'): void {
    openModal(element.renderRoot.querySelector<HTMLDialogElement>(`dialog.${name}-drawer`));
  }

  return {
    get isNarrow() {
      return isNarrow;
    },
    listArrived: loadAround,
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
      return html`<button type="button" class="quiet" aria-haspopup="dialog" aria-label=${label} @click=${openTree}>
        ${icon('menu')}
      </button>`;
    },
    search: (say, field) => unlessFailed(search, field, say),
    treePanel: (say, content) => {
      const title = say('browse.menu');
      const body = unlessFailed(tree, content, say);
      if (isNarrow) return drawer('tree', title, say, body);
      return html`<nav class="side" aria-label=${title}>${body}</nav>`;
    },
    filterPanel: (say, content) => {
      const title = say('browse.filters');
      const body = filters.state === 'ready' ? content : waitingFor(filters, say);
      if (isNarrow) return drawer('filter', title, say, body);
      return showsFilters() ? html`<aside class="filters" aria-label=${title}>${body}</aside>` : nothing;
    },
  };
}

function drawer(name: 'tree' | 'filter', title: string, say: Say, body: Content): TemplateResult {
  return modal({ drawer: name, title, closeLabel: say('dialog.close'), body, closed: () => {} });
}
