import { html, nothing, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import type { Say } from '../texts/texts.ts';
import { notice } from '../theme/notice.ts';
import type { EmptyList } from './empty-list.ts';
import type { Selector } from './selector.ts';
import type { Source } from './source.ts';
import type { Viewport } from './viewport.ts';

/** What the notices that replace a list depend on. */
export interface EmptiableList {
  readonly query: AssetQuery;
  /** The part of the query that the person can undo. Default: all of it. */
  readonly chosen: AssetQuery | undefined;
  readonly emptyList: EmptyList;
  /** Leads away from what the person may not see. */
  readonly showAll: (() => void) | undefined;
}

/** What the messages over a list depend on. */
export interface ShownList {
  readonly source: Source;
  readonly selector: Selector;
  readonly viewport: Viewport;
  /** Maximum number of selected assets. */
  readonly max: number;
}

/** Where the end of a list begins to be seen, as a share of it. */
const LAST_SHARE = 0.999;

/** Draws the notice that replaces a list: why it could not be loaded, or that it is empty. Undefined for other lists. */
export function insteadOfList(
  source: Source,
  { query, chosen, emptyList, showAll }: EmptiableList,
  catalogue: Catalogue,
): TemplateResult | undefined {
  if (source.failure !== undefined && !source.list) {
    const elsewhere = showAll && { label: catalogue.say('browse.all'), run: showAll };
    return notice(failureNotice(source.failure, catalogue, source.retry, elsewhere));
  }
  return source.list?.total === 0 ? emptyList(catalogue, query, chosen) : undefined;
}

/**
 * Draws a message over the list, if need be: what could not be loaded or selected, that the service is slow, with a button that
 * tries again, or that its end is not the end of what was found.
 */
export function messageAbove(shown: ShownList, { say, load }: Pick<Catalogue, 'say' | 'load'>): TemplateResult {
  const { source } = shown;
  const { text, retry } = sourceMessage(shown, say) ?? {};
  // Without whitespace around it, because `:empty` hides the frame.
  const message = text
    ? html`<span>${text}</span>${retry ? html`<button type="button" @click=${retry}>${say('catalogue.retry')}</button>` : nothing}`
    : source.oldestRequest && source.failure === undefined
      ? delayNotice({ say, load, retry: source.retry, of: source.oldestRequest })
      : nothing;
  return html`<div class="message" role="status">${message}</div>`;
}

function sourceMessage({ source, selector, viewport, max }: ShownList, say: Say) {
  if (source.failure !== undefined && source.list) {
    const { kind, title, text } = describeFailure(source.failure, say);
    if (kind === 'forbidden') return { text: title };
    return { text: kind === 'busy' ? `${title}. ${text}` : say('grid.failed'), retry: source.retry };
  }
  if (selector.problem === 'failed') return { text: say('grid.failed'), retry: selector.retry };
  if (selector.problem === 'limit') return { text: say('grid.limit', { count: max }) };
  if (selector.problem === 'loading') return { text: say('grid.selecting') };
  const { total = 0, reach = 0 } = source.list ?? {};
  const isAtEnd = !viewport.canScroll || viewport.share > LAST_SHARE;
  if (reach < total && isAtEnd) return { text: say('grid.reach', { count: reach }) };
  return undefined;
}
