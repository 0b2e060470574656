import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { announced } from '../theme/announced.ts';
import { notice } from '../theme/notice.ts';
import type { Forest } from './forest.ts';

/** Lines that stand for nodes while they are loaded. */
const GHOSTS = [1, 2, 3, 4, 5, 6];

/** Draws what there is instead of rows: that they are loaded, why they can't be, or that there are none. */
export function treeState({ say }: Catalogue, forest: Forest | undefined, retry: () => void): TemplateResult {
  if (forest?.failure) {
    const { title, text } = describeFailure(forest.failure, say);
    return notice({ icon: 'warning', title, text, action: { label: say('catalogue.retry'), run: retry } });
  }
  if (!forest || forest.roots) return notice({ icon: 'folder', title: say('tree.empty') });
  return html`<div class="panel" aria-busy="true">
    ${GHOSTS.map(() => html`<div class="ghost"></div>`)}
    <p class="unseen" role="status">${announced(say('tree.loading'))}</p>
  </div>`;
}
