/** The controls of the view of a list: order, view, size and filters. Loaded after the list, unless the page has loaded them itself. */
import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { GridView } from '../grid/layout.ts';
import type { TextKey } from '../texts/en.ts';
import { EN_AROUND } from '../texts/en-around.ts';
import { addTexts } from '../texts/texts.ts';
import badge from '../theme/badge.css';
import { closeBeside } from '../theme/beside.ts';
import drawerStyles from '../theme/drawer.css';
import fullHeight from '../theme/full-height.css';
import { drawnIcon } from '../theme/icons.ts';
import menuStyles from '../theme/menu.css';
import modalStyles from '../theme/modal.css';
import { modal } from '../theme/modal.ts';
import { returnFocus } from '../theme/return-focus.ts';
import { openSortChoice, type SortChoice } from './sort-choice.ts';
import type { DrawTools, Toolbar } from './toolbar.ts';
import styles from './tools.css';
import { TILE_SIZES, VIEWS } from './view-settings.ts';

/** Paths of the icons, on the grid of the others. */
const [FILTER, LOOK] = [
  'M4 6h16M7 12h10M10 18h4',
  'M4 7h10M18 7h2M16 5v4M4 12h3M11 12h9M9 10v4M4 17h8M16 17h4M14 15v4',
] as const;
const VIEW_PATHS: Readonly<Record<GridView, string>> = {
  square: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  justified: 'M4 5h10v6H4zM16 5h4v6h-4zM4 13h5v6H4zM11 13h9v6h-9z',
  list: 'M4 6h.01M8 6h12M4 12h.01M8 12h12M4 18h.01M8 18h12',
};

/** Draws a drawer. */
export const drawer = modal;

/** Opens the controls of the view of an element, which gets their styles and those of its drawers. */
export function openTools(host: ReactiveElement): DrawTools {
  addTexts(EN_AROUND);
  const sortChoice = openSortChoice(host);
  for (const { styleSheet } of [badge, menuStyles, modalStyles, fullHeight, drawerStyles, styles])
    if (styleSheet) host.shadowRoot?.adoptedStyleSheets.push(styleSheet);
  return (bar) => tools(bar, sortChoice);
}

function tools(bar: Toolbar, sortChoice: SortChoice): TemplateResult {
  const { catalogue, chosen } = bar;
  const filterCount = countFilters(chosen);
  return html`${bar.isPhone ? nothing : look(bar, sortChoice)}
    <slot name="tools"></slot>
    ${bar.isPhone ? lookSheet(bar, sortChoice) : nothing}
    <button
      type="button"
      class="filter-button"
      aria-haspopup=${bar.isNarrow ? 'dialog' : nothing}
      aria-expanded=${bar.isNarrow ? nothing : bar.settings.showsFilters}
      @click=${bar.showFilters}
    >
      ${drawnIcon(FILTER)}<span>${catalogue.say('browse.filters')}</span>
      ${filterCount > 0 ? html`<span class="badge">${filterCount}</span>` : nothing}
    </button>`;
}

/** Draws the choice of order, view and size. */
function look(bar: Toolbar, sortChoice: SortChoice): TemplateResult {
  const { catalogue, query } = bar;
  return html`${query.isTop ? nothing : sortChoice(catalogue, query, bar.sort)} ${viewChoice(bar)}`;
}

/** Draws the same as a sheet at the foot of the screen, with its button. */
function lookSheet(bar: Toolbar, sortChoice: SortChoice): TemplateResult {
  const label = bar.catalogue.say('browse.look');
  return html`<button type="button" popovertarget="look" aria-label=${label} title=${label}>${drawnIcon(LOOK)}</button>
    <div id="look" popover role="group" aria-label=${label} @click=${closeBeside} @toggle=${returnFocus}>${look(bar, sortChoice)}</div>`;
}

/** Counts all that restricts a query besides its words and its node, as many as `abs-chips` shows chips. */
function countFilters({ hasAnyWord, ids, filters = [], uploaded, modified }: AssetQuery): number {
  return [hasAnyWord, ids, uploaded, modified, ...filters.flatMap(({ values }) => values)].filter(
    (each) => each !== undefined,
  ).length;
}

function viewChoice({ catalogue: { say }, settings, isPhone, changeView }: Toolbar): TemplateResult {
  const size = say('browse.size');
  const isFixed = settings.view === 'list';
  const resize = ({ target }: Event) => changeView({ ...settings, tile: Number((target as HTMLInputElement).value) });
  const slider = html`<input
    class="size"
    type="range"
    aria-label=${size}
    title=${size}
    min=${TILE_SIZES.min}
    max=${TILE_SIZES.max}
    step=${TILE_SIZES.step}
    .value=${String(settings.tile)}
    ?disabled=${isFixed}
    @input=${resize}
  />`;
  // In the sheet the buttons, of which one takes the slider away, stay at the foot.
  return html`${isPhone ? slider : nothing}
    <div class="views" role="group" aria-label=${say('browse.view')}>
      ${VIEWS.map(
        (view) => html`<button
          type="button"
          class="quiet"
          aria-pressed=${settings.view === view}
          aria-label=${say(`browse.view.${view}` as TextKey)}
          title=${say(`browse.view.${view}` as TextKey)}
          @click=${() => changeView({ ...settings, view })}
        >
          ${drawnIcon(VIEW_PATHS[view])}
        </button>`,
      )}
    </div>
    ${isPhone ? nothing : slider}`;
}
