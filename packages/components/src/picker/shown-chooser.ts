import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type LaterPart, waitingFor } from '../catalogue/later-part.ts';
import { icon } from '../theme/icons.ts';
import type { ShownChoice } from './shown-choice.ts';

/** The chooser inside a picker. */
export interface ShownChooser {
  readonly catalogue: Catalogue;
  /** The scripts of the chooser, which load when it is first shown. */
  readonly part: LaterPart;
  readonly choice: ShownChoice;
}

/** Draws the chooser in a modal dialog with this title. */
export function chooserDialog(shown: ShownChooser, title: string): TemplateResult {
  const closed = (event: Event) => {
    event.preventDefault();
    shown.choice.cancel();
  };
  return html`<dialog part="dialog" aria-labelledby="title" @cancel=${closed}>
    ${chooser(
      shown,
      html`<h2 id="title" slot="start" tabindex="-1">${title}</h2>
        <slot name="end" slot="end"></slot>
        <button type="button" class="quiet" slot="end" aria-label=${shown.catalogue.say('dialog.close')} @click=${shown.choice.cancel}>
          ${icon('close')}
        </button>`,
    )}
  </dialog>`;
}

/**
 * Draws the chooser with the content of its bar, or a message until it has loaded. The elements of the bar stay the same, so
 * that none of them loses the focus.
 */
export function chooser({ catalogue, part, choice }: ShownChooser, bar: TemplateResult | string = ''): TemplateResult {
  return html`<abs-chooser .choice=${choice}>${bar}${
    part.state === 'ready' ? nothing : waitingFor(part, catalogue.say)
  }</abs-chooser>`;
}
