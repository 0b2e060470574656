/** What replaces a list, and what is said over it. Loaded after the list, or in its place. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { EN_AROUND } from '../texts/en-around.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import { notice } from '../theme/notice.ts';
import { openEmptyList } from './empty-list.ts';
import type { Selector } from './selector.ts';
import type { Source } from './source.ts';
import type { Viewport } from './viewport.ts';

/** What the notice that replaces a list depends on. */
export interface EmptiableList {
  readonly query: AssetQuery;
  /** The part of the query that the person can undo. Default: all of it. */
  readonly chosen: AssetQuery | undefined;
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

/** Draws the notices of a list. */
export interface ListNotices {
  /** Says in place of a list why it could not be loaded, or that it is empty. */
  instead(source: Source, list: EmptiableList, catalogue: Catalogue): TemplateResult;
  /**
   * Says over a list, if need be, what could not be loaded or selected, with a button that tries again, or that its end is not the
   * end of what was found.
   */
  message(shown: ShownList, say: Say): TemplateResult | undefined;
}

/** Where the end of a list begins to be seen, as a share of it. */
const LAST_SHARE = 0.999;

/** `changed` is called when more of a notice has loaded, `ask` with the query of a button of it that was pressed. */
export function openListNotices(changed: () => void, ask: (query: AssetQuery) => void): ListNotices {
  const emptyList = openEmptyList(changed, ask);
  return {
    instead: (source, { query, chosen, showAll }, catalogue) => {
      if (source.list) return emptyList(catalogue, query, chosen);
      const elsewhere = showAll && { label: catalogue.say('browse.all'), run: showAll };
      return notice(failureNotice(source.failure, catalogue, source.retry, elsewhere));
    },
    message: (shown, say) => {
      const { text, retry } = sourceMessage(shown, say) ?? {};
      if (!text) return undefined;
      return html`<span>${text}</span>${retry ? html`<button type="button" @click=${retry}>${say('catalogue.retry')}</button>` : nothing}`;
    },
  };
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

addTexts(EN_AROUND);
