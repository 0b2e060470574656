import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import '../abs-viewer.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';

/** An asset that is looked at before it is chosen. */
export interface Preview {
  readonly asset: Asset;
  readonly isChosen: boolean;
  /** Why it cannot be chosen; empty if it can. */
  readonly refusal: string;
  readonly toggle: () => void;
  readonly closed: () => void;
}

/** Draws the asset as large as the window, with a button that chooses it, or takes the choice back. */
export function preview({ say }: Catalogue, { asset, isChosen, refusal, toggle, closed }: Preview): TemplateResult {
  return html`<abs-viewer .asset=${asset} .opened=${true} @abs-close=${closed}>
    <div slot="actions" class="look">
      <p id="refusal" role="status">${refusal}</p>
      <button
        type="button"
        class="quiet"
        aria-pressed=${isChosen}
        aria-disabled=${refusal !== ''}
        aria-describedby=${refusal ? 'refusal' : nothing}
        @click=${() => refusal || toggle()}
      >
        ${isChosen ? laterIcon('check') : icon('plus')}<span>${say(isChosen ? 'picker.chosen-one' : 'picker.choose')}</span>
      </button>
    </div>
  </abs-viewer>`;
}
