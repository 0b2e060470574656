import { html, nothing, type TemplateResult } from 'lit';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { type LaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { EmptiableList, ListNotices } from './list-notices.ts';
import { type ScrollerState, scroller, scrubberWidth } from './scroller.ts';

/** All that a grid shows. */
export interface GridViewState extends ScrollerState, EmptiableList {
  /** Number of assets; undefined until it is known. */
  readonly total: number | undefined;
  /** Maximum number of selected assets. */
  readonly max: number;
  /** Undefined until `noticePart` has loaded. */
  readonly notices: ListNotices | undefined;
  readonly noticePart: LaterPart;
}

/** Draws a list with its scrubber and messages, or the notice that replaces it. */
export function gridView(state: GridViewState): TemplateResult {
  const { catalogue, source, viewport, selector, max, notices, noticePart } = state;
  const { say, load } = catalogue;
  const { list, failure } = source;
  const { total = 0 } = list ?? {};
  const count = selector.ids.size;
  const hasFailed = failure !== undefined && !list;
  const isReplaced = hasFailed || list?.total === 0;
  const lacking = noticePart.state === 'failed' ? waitingFor(noticePart, say, source.retry) : undefined;
  const instead = isReplaced ? (notices?.instead(source, state, catalogue) ?? lacking) : undefined;
  // Without whitespace around it, because `:empty` hides the frame.
  const message =
    notices?.message({ source, selector, viewport, max }, say) ??
    (source.oldestRequest && failure === undefined
      ? delayNotice({ say, load, retry: source.retry, of: source.oldestRequest })
      : nothing);
  return html`${instead ?? scroller(state)}${
    list && total > 0 && viewport.canScroll
      ? html`<abs-scrubber ${scrubberWidth} .state=${{ viewport, list, groups: state.groups, total: list.reach ?? total }}></abs-scrubber>`
      : nothing
  }<div class="message" role="status">${message}</div>
    <p class="unseen" role="status">${[
      ...(hasFailed ? [] : [state.total === undefined ? say('grid.loading') : say('assets.count', { count: total })]),
      ...(count > 0 ? [say('grid.selected', { count })] : []),
    ].join(', ')}</p>`;
}
