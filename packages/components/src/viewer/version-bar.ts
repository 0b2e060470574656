import type { Asset } from '@asset-browsing-service/client';
import { css, html, nothing, type TemplateResult } from 'lit';
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

/** Styles of the bar, and of the pictures that are compared. */
export const versionStyles = css`
  .versions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0.25rem 0.75rem;
    padding: 0.375rem 0.75rem;
    border-block-end: 1px solid var(--_line);
    background: var(--_accent-soft);
    font-size: 0.875rem;
  }
  .versions button {
    min-block-size: 2rem;
  }
  .compared {
    display: flex;
    flex: 1 0 100%;
    align-items: center;
    justify-content: center;
    gap: 0.75rem;
  }
  .compared span {
    white-space: nowrap;
  }
  .compared input {
    flex: 0 1 28rem;
    min-inline-size: 4rem;
    min-block-size: 1.5rem;
  }
  .over,
  .divider {
    position: absolute;
    inset: 0;
  }
  .over {
    clip-path: inset(0 0 0 var(--_at));
    background: light-dark(#fff, #1c1e22);
  }
  .over img {
    object-fit: contain;
  }
  .divider {
    inset-inline: auto;
    left: var(--_at);
    inline-size: 2px;
    margin-left: -1px;
    background: #fff;
    box-shadow: 0 0 0 1px #000a;
  }
`;
