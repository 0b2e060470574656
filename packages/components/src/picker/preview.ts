import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { icon } from '../theme/icons.ts';

/** An asset that is looked at before it is chosen. */
export interface Preview {
  /** Undefined while none is looked at. */
  readonly asset: Asset | undefined;
  readonly isChosen: boolean;
  readonly toggle: (asset: Asset) => void;
  readonly closed: () => void;
}

/** Draws the viewer, which is loaded with the first asset. The list stays usable if that fails. */
export function preview(
  { say }: Catalogue,
  { asset, isChosen, toggle, closed }: Preview,
): TemplateResult | typeof nothing {
  if (!asset) return nothing;
  void import('../abs-viewer.ts').catch(closed);
  return html`<abs-viewer .asset=${asset} .opened=${true} @abs-close=${closed}>
    <div slot="actions">
      <button type="button" class="quiet" aria-pressed=${isChosen} @click=${() => toggle(asset)}>
        ${icon(isChosen ? 'check' : 'plus')}<span>${say(isChosen ? 'picker.chosen-one' : 'picker.choose')}</span>
      </button>
    </div>
  </abs-viewer>`;
}
