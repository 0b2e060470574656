import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ShownAsset } from './shown-asset.ts';

/** The bar that says that an older version is shown, and leads back to the current one. */
export interface VersionBar {
  readonly catalogue: Catalogue;
  readonly shown: ShownAsset;
  /** Number of the current version. */
  readonly current: number;
  readonly back: () => void;
}

/** Returns an asset in another version, without the properties that only the current version has. */
export function atVersion(asset: Asset, version: number): Asset {
  if (version === 0 || version === asset.version) return asset;
  const { preview_width: _width, preview_height: _height, pages: _pages, ...common } = asset;
  return { ...common, version };
}

/** Draws the bar. Pictures also get a button and a slider that compare them with the current version. */
export function versionBar({ catalogue: { say }, shown, current, back }: VersionBar): TemplateResult {
  const { comparison, compareWith } = shown;
  const isPicture = !shown.recording && !shown.model && !shown.isPlaceholder && shown.failure === undefined;
  const title = say('details.version', { version: String(shown.asset.version) });
  const slide = ({ target }: Event) => compareWith(current, Number((target as HTMLInputElement).value));
  return html`<div class="versions" role="group" aria-label=${title}>
    <span>${say('viewer.version', { version: String(shown.asset.version) })}</span>
    ${
      isPicture
        ? html`<button
            type="button"
            aria-pressed=${comparison !== undefined}
            @click=${() => compareWith(comparison ? undefined : current)}
          >
            ${say('viewer.version.compare')}
          </button>`
        : nothing
    }
    <button type="button" @click=${back}>${say('viewer.version.back')}</button>
    ${
      comparison
        ? html`<div class="compared" dir="ltr">
            <span aria-hidden="true">${title}</span>
            <input
              type="range"
              min="0"
              max="100"
              aria-label=${say('details.versions.slider')}
              .value=${String(comparison.at)}
              @input=${slide}
            />
            <span aria-hidden="true">${say('viewer.version.current')}</span>
          </div>`
        : nothing
    }
  </div>`;
}
