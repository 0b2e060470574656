import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';
import type { ShownChoice } from './chooser-element.ts';

/** The chooser within a picker. */
export interface ShownChooser {
  readonly catalogue: Catalogue;
  /** Whether the chooser is there, which is loaded when it is first shown. */
  readonly state: 'loading' | 'ready' | 'failed';
  readonly retry: () => void;
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
        <button type="button" class="quiet" slot="end" aria-label=${shown.catalogue.say('dialog.close')} @click=${shown.choice.cancel}>
          ${icon('close')}
        </button>`,
    )}
  </dialog>`;
}

/** Draws the chooser with what stands in its bar, or a message until it is loaded. */
export function chooser(
  { catalogue, state, retry, choice }: ShownChooser,
  bar: TemplateResult | string = '',
): TemplateResult {
  const { say } = catalogue;
  if (state === 'loading') return html`<div class="bar">${bar}</div>${notice({ title: say('grid.loading') })}`;
  if (state === 'failed') {
    const action = { label: say('catalogue.retry'), run: retry };
    const text = say('catalogue.unreachable.text');
    return html`<div class="bar">${bar}</div>
      ${notice({ icon: 'warning', title: say('catalogue.unreachable.title'), text, action })}`;
  }
  return html`<abs-chooser .choice=${choice}>${bar}</abs-chooser>`;
}

/** Loads the chooser, and resolves with whether it is there. */
export async function loadChooser(): Promise<ShownChooser['state']> {
  return await import('./chooser-element.ts').then(
    () => 'ready',
    () => 'failed',
  );
}
