import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import type { Say } from '../texts/texts.ts';
import { problemOf } from './choice.ts';
import { countText, problemText } from './count-text.ts';
import type { ShownChoice } from './shown-choice.ts';

/** What stands below the list besides the choice. */
export interface ChooserFoot {
  /** The chosen assets. */
  readonly tray: TemplateResult;
  /** What is accepted; empty for everything. */
  readonly only: string;
  /** What else people should know of the list; empty for nothing. */
  readonly note: string;
  /** What else failed, and how it is tried again. */
  readonly failure?: string;
  readonly retry?: () => void;
}

/** Draws what is chosen, what is missing or failed, and the buttons. */
export function chooserFoot(catalogue: Catalogue, choice: ShownChoice, foot: ChooserFoot): TemplateResult {
  const { limits, ids, isRequired, hasButtons, confirm } = choice;
  const { say } = catalogue;
  const problem = problemOf(ids.length, limits, isRequired);
  const error = choice.failure ? refusalText(choice.failure, catalogue) : foot.failure;
  // The button that confirms is the other try.
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
