import { html, nothing, type TemplateResult } from 'lit';
import { type EmptiableList, insteadOfList, messageAbove } from './list-notices.ts';
import { type ScrollerState, scroller, scrubberWidth } from './scroller.ts';

/** All that a grid shows. */
export interface GridViewState extends ScrollerState, EmptiableList {
  /** Number of assets; undefined until it is known. */
  readonly total: number | undefined;
  /** Maximum number of selected assets. */
  readonly max: number;
}

/** Draws a list with its scrubber and messages, or the notice that replaces it. */
export function gridView(state: GridViewState): TemplateResult {
  const { catalogue, source, viewport, selector, max } = state;
  const { say } = catalogue;
  const { list } = source;
  const { total = 0 } = list ?? {};
  const count = selector.ids.size;
  const hasFailed = source.failure !== undefined && !source.list;
  return html`${insteadOfList(source, state, catalogue) ?? scroller(state)}${
    list && total > 0 && viewport.canScroll
      ? html`<abs-scrubber ${scrubberWidth} .state=${{ viewport, list, groups: state.groups, total: list.reach ?? total }}></abs-scrubber>`
      : nothing
  }${messageAbove({ source, selector, viewport, max }, catalogue)}
    <p class="unseen" role="status">${[
      ...(hasFailed ? [] : [state.total === undefined ? say('grid.loading') : say('assets.count', { count: total })]),
      ...(count > 0 ? [say('grid.selected', { count })] : []),
    ].join(', ')}</p>`;
}
