import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import { LaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { openModal } from '../theme/dialogs.ts';
import { icon } from '../theme/icons.ts';
import type * as Tools from './tools.ts';

/** Width of the element in pixels below which the panels are drawers. */
const NARROW = 860;

/** The same below which the controls of the list are a sheet, and the header goes away. */
const PHONE = 640;

/** Milliseconds after which the search and the tree are loaded even if the list has not arrived. */
const PATIENCE = 1500;

type Content = TemplateResult | typeof nothing;

/** The element with the panels. */
interface PanelHost extends ReactiveElement {
  around: typeof Tools | undefined;
}

/**
 * The parts around a list: the search, the controls of the view, and the tree and the filters, which are columns, or drawers if the
 * element is narrow. Their scripts are loaded after the list, unless the page has loaded them itself.
 */
export class Panels {
  /** True if the panels are drawers. */
  isNarrow = innerWidth < NARROW;
  /** True if the element is as narrow as on a phone. */
  isPhone = innerWidth < PHONE;
  readonly #element: PanelHost;
  readonly #showsFilters: () => boolean;
  readonly #filters: LaterPart;
  readonly #tree: LaterPart;
  readonly #search: LaterPart;
  readonly #tools: LaterPart;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** True once the tree of a closed drawer may ask for its nodes, which would delay the pictures. */
  #mayFill = false;
  readonly #sizes = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? NARROW;
    this.isNarrow = width < NARROW;
    this.isPhone = width < PHONE;
    this.#element.requestUpdate();
  });

  /** Watches the width of an element. `showsFilters` returns whether the person wants the column of the filters. */
  constructor(element: PanelHost, showsFilters: () => boolean) {
    const part = (name: string, scripts: () => Promise<unknown>) =>
      new LaterPart(element, async () => customElements.get(name) ?? (await scripts()));
    this.#element = element;
    this.#showsFilters = showsFilters;
    this.#filters = part('abs-facets', () => import('../abs-facets.ts'));
    this.#tree = part('abs-tree', () => import('../abs-tree.ts'));
    this.#search = part('abs-search', () => import('../abs-search.ts'));
    this.#tools = new LaterPart(element, async () => {
      element.around ??= await import('./tools.ts');
    });
    element.addController(this);
  }

  hostConnected(): void {
    this.#sizes.observe(this.#element);
    this.#waiting = setTimeout(() => this.listArrived(), PATIENCE);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    clearTimeout(this.#waiting);
  }

  hostUpdate(): void {
    // Loaded only when they are shown, to keep the first view fast.
    if (this.#showsFilters() && !this.isNarrow) this.#filters.loadOnce();
  }

  /** Loads the search, the tree and the controls of the view. Called when the list has arrived. */
  listArrived(): void {
    for (const each of [this.#search, this.#tree, this.#tools]) each.loadOnce();
  }

  /** Fills the drawer of the tree. Called when the pictures of the list have arrived. */
  picturesArrived(): void {
    if (this.#mayFill) return;
    this.#mayFill = true;
    this.#element.requestUpdate();
  }

  /** Opens the drawer of the filters. */
  openFilters(): void {
    this.#open('filter', this.#filters);
  }

  /** Closes the drawers. */
  close(): void {
    for (const dialog of this.#element.renderRoot.querySelectorAll('dialog')) dialog.close();
  }

  /** Draws the button that opens the drawer of the tree; nothing if the tree is a column. */
  treeButton(say: Say): Content {
    if (!this.isNarrow) return nothing;
    const label = say('browse.menu');
    const open = () => this.#open('tree', this.#tree);
    return html`<button type="button" class="quiet" aria-haspopup="dialog" aria-label=${label} @click=${open}>
      ${icon('menu')}
    </button>`;
  }

  search(say: Say, field: TemplateResult): Content {
    return unlessFailed(this.#search, field, say);
  }

  /** Draws in place of the controls of the view that they could not be loaded; nothing before. */
  lackingTools(say: Say): Content {
    return unlessFailed(this.#tools, nothing, say);
  }

  treePanel(say: Say, tree: Content): Content {
    const title = say('browse.menu');
    const body = unlessFailed(this.#tree, tree, say);
    if (this.isNarrow) return this.#drawer('tree', title, say, this.#mayFill ? body : nothing);
    return html`<nav class="side" aria-label=${title}>${body}</nav>`;
  }

  /** `total` is the number of results; undefined until it is known. */
  filterPanel(say: Say, filters: TemplateResult, total: number | undefined): Content {
    const title = say('browse.filters');
    const body = this.#filters.state === 'ready' ? filters : waitingFor(this.#filters, say);
    const done = total === undefined ? say('browse.show-items') : say('browse.show-count', { count: total });
    if (this.isNarrow) return this.#drawer('filter', title, say, body, done);
    return this.#showsFilters()
      ? html`<aside class="filters" tabindex="-1" aria-label=${title}>${body}</aside>`
      : nothing;
  }

  #drawer(drawer: 'tree' | 'filter', title: string, say: Say, body: Content, done?: string): Content {
    const closeLabel = say('dialog.close');
    const closed = () => {};
    const { around } = this.#element;
    return around?.drawer({ drawer, title, closeLabel, body, ...(done !== undefined && { done }), closed }) ?? nothing;
  }

  #open(name: 'tree' | 'filter', part: LaterPart): void {
    void part.load();
    this.picturesArrived();
    // Not before the controls have loaded, whose script draws the drawers, too.
    void this.#tools
      .load()
      .then(() => this.#element.updateComplete)
      .then(() => openModal(this.#element.renderRoot.querySelector<HTMLDialogElement>(`dialog.${name}-drawer`)));
  }
}

/** Returns the content unless its scripts could not be loaded. While they are being loaded, its element takes its space empty. */
function unlessFailed(part: LaterPart, content: Content, say: Say): Content {
  return part.state === 'failed' ? waitingFor(part, say) : content;
}
