import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { icon } from '../theme/icons.ts';

/** The state of the field of a picker. */
export interface PickerField {
  /** Name of the field; empty without one. */
  readonly label: string;
  readonly isMultiple: boolean;
  readonly isDisabled: boolean;
  /** Number of chosen assets. */
  readonly count: number;
  readonly tray: TemplateResult | typeof nothing;
  readonly choose: () => void;
}

/** Draws the chosen assets, and the button that opens the dialog. */
export function pickerField({ say }: Catalogue, field: PickerField): TemplateResult {
  const { label, isMultiple, isDisabled, count, tray, choose } = field;
  const key = count === 0 ? 'picker.title' : 'picker.change';
  return html`<div class="field ${isDisabled ? 'off' : ''}">
    ${label ? html`<span class="label" id="label">${label}</span>` : nothing}
    <div class="content">
      ${tray}
      <button
        type="button"
        class="choose"
        id="choose"
        aria-haspopup="dialog"
        aria-labelledby=${label ? 'label choose' : nothing}
        ?disabled=${isDisabled}
        @click=${choose}
      >
        ${icon(count === 0 ? 'plus' : 'image')}<span>${say(isMultiple ? `${key}.many` : key)}</span>
      </button>
    </div>
  </div>`;
}
