import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
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
  catalogue: Catalogue,
  forest: Forest | undefined,
  hidesEmpty: boolean,
  retry: () => void,
): TemplateResult | typeof nothing {
  const { say, load } = catalogue;
  if (forest?.failure) return notice(failureNotice(forest.failure, catalogue, retry));
  if (!forest || forest.roots) return hidesEmpty ? nothing : notice({ icon: icon('folder'), title: say('tree.empty') });
  const meanwhile = html`<span class="unseen">${announced(say('tree.loading'))}</span>`;
  return html`<div class="panel" tabindex="-1">
    <div aria-busy="true">${GHOSTS.map(() => html`<div class="ghost"></div>`)}</div>
    <p class="delay" role="status">${delayNotice({ say, load, retry, meanwhile })}</p>
  </div>`;
}
