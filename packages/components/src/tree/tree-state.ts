import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { announced } from '../theme/announced.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';
import type { Forest } from './forest.ts';

/** Lines that stand for nodes while the roots are loading. */
const GHOSTS = [1, 2, 3, 4, 5, 6];

/**
 * Draws the replacement of missing rows: that the roots are loading or why they could not be loaded, with a button that calls
 * `retry`, or that there are none, unless `hidesEmpty`.
 */
export function treeState(
  { say, load }: Pick<Catalogue, 'say' | 'load'>,
  forest: Forest | undefined,
  hidesEmpty: boolean,
  retry: () => void,
): TemplateResult | typeof nothing {
  if (forest?.failure) {
    const { title, text } = describeFailure(forest.failure, say);
    return notice({ icon: icon('warning'), title, text, action: { label: say('catalogue.retry'), run: retry } });
  }
  if (!forest || forest.roots) return hidesEmpty ? nothing : notice({ icon: icon('folder'), title: say('tree.empty') });
  const meanwhile = html`<span class="unseen">${announced(say('tree.loading'))}</span>`;
  return html`<div class="panel" tabindex="-1">
    <div aria-busy="true">${GHOSTS.map(() => html`<div class="ghost"></div>`)}</div>
    <p class="delay" role="status">${delayNotice({ say, load, retry, meanwhile })}</p>
  </div>`;
}
