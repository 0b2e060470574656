import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Say } from '../texts/texts.ts';
import { problemOf } from './choice.ts';
import { countText, problemText } from './count-text.ts';
import type { ShownChoice } from './shown-choice.ts';

/** What the foot shows besides the choice. */
export interface ChooserFoot {
  /** The chosen assets. */
  readonly tray: TemplateResult | typeof nothing;
  /** Which files are accepted; empty for all. */
  readonly only: string;
  /** What else people should know about the list; empty for nothing. */
  readonly note: string;
  /** Another failure, and a function that tries again. */
  readonly failure?: string;
  readonly retry?: () => void;
}

/** Draws the chosen assets, what is missing or has failed, and the buttons. */
export function chooserFoot(catalogue: Catalogue, choice: ShownChoice, foot: ChooserFoot): TemplateResult {
  const { limits, ids, isRequired, hasButtons, confirm } = choice;
  const { say } = catalogue;
  const problem = problemOf(ids.length, limits, isRequired);
  const error = choice.failure ?? foot.failure;
  // A confirmation that failed is tried again with the button that confirms.
  const retry = !choice.failure ? foot.retry : hasButtons ? undefined : confirm;
  return html`<footer>
    ${foot.tray}
    <div class="line">
      <p class="facts">
        <span role="status" class="count">${countText(ids.length, limits, say)}</span>
        ${problem ? html`<span id="problem">${problemText(problem, limits, say)}</span>` : nothing}
        ${[foot.only, foot.note].map((text) => text && html`<span class="only">${text}</span>`)}
      </p>
      <p class="error" role="alert">${error}</p>
      ${retry ? html`<button type="button" @click=${retry}>${say('catalogue.retry')}</button>` : nothing}
      ${hasButtons ? buttons(choice, say, problem !== undefined) : nothing}
    </div>
  </footer>`;
}

function buttons(choice: ShownChoice, say: Say, isIncomplete: boolean): TemplateResult {
  const { ids, limits, isBusy, confirm, cancel } = choice;
  const { length: count } = ids;
  return html`<div class="buttons">
    <button type="button" @click=${cancel}>${say('picker.cancel')}</button>
    <button
      type="button"
      class="primary"
      aria-disabled=${isIncomplete || isBusy}
      aria-describedby=${isIncomplete ? 'problem' : nothing}
      @click=${() => !isIncomplete && !isBusy && confirm()}
    >
      ${count > 0 && limits.isMultiple ? say('picker.choose.count', { count }) : say('picker.choose')}
    </button>
  </div>`;
}
