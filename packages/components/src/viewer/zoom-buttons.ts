import { html, nothing, type TemplateResult } from 'lit';
import { IMAGE } from '../assets/kinds.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { ModelTurn, ModelView } from './model-view.ts';
import type { PictureZoom } from './picture-zoom.ts';
import type { ShownAsset } from './shown-asset.ts';
import { ZOOM_STEP } from './viewer-keys.ts';

/** The zoom of the picture, or of the model that is turned in its place. */
export interface ZoomControls {
  /** Of the picture's own pixels; of what is shown at first, for what has no pixels. Undefined while nobody knows them. */
  readonly percent: number | undefined;
  readonly isSmallest: boolean;
  readonly by: (factor: number) => void;
  readonly reset: () => void;
  /** Shows a pixel of the picture as a pixel of the screen; undefined for what has no pixels. */
  readonly actual?: (() => void) | undefined;
}

/** Returns what the zoom buttons and keys act on. */
export function zoomControlsOf(zoom: PictureZoom, shown: ShownAsset | undefined): ZoomControls {
  const { scale, limits } = zoom;
  const model = shown?.model;
  if (model?.isTurned)
    return { percent: 100 * model.scale, isSmallest: model.isSmallest, by: model.zoomBy, reset: model.reset };
  const common = { isSmallest: scale <= (limits?.minScale ?? 1), by: zoom.by, reset: zoom.whole };
  if (limits?.actual !== undefined) return { ...common, percent: (100 * scale) / limits.actual, actual: zoom.actual };
  // A page of a document is as large as it is shown.
  return { ...common, percent: shown?.asset.type === IMAGE ? undefined : 100 * scale };
}

/** Draws buttons that zoom, the scale, and buttons that show the whole picture or its own pixels. */
export function zoomButtons({ say }: Catalogue, zoom: PictureZoom, shown: ShownAsset): TemplateResult {
  const { percent, isSmallest, by, reset, actual } = zoomControlsOf(zoom, shown);
  const isTurned = shown.model?.isTurned;
  const fit = say(isTurned ? 'viewer.model-reset' : 'viewer.zoom-fit');
  return html`<div class="zoom" role="group" aria-label=${say('viewer.zoom')}>
    <button
      type="button"
      class="quiet"
      title="${say('viewer.zoom-out')} (−)"
      aria-label=${say('viewer.zoom-out')}
      aria-keyshortcuts="-"
      aria-disabled=${isSmallest}
      @click=${() => by(1 / ZOOM_STEP)}
    >
      ${laterIcon('zoomOut')}
    </button>
    <span class="percent">${percent === undefined ? nothing : say('viewer.percent', { percent: Math.round(percent) })}</span>
    <button
      type="button"
      class="quiet"
      title="${say('viewer.zoom-in')} (+)"
      aria-label=${say('viewer.zoom-in')}
      aria-keyshortcuts="+"
      @click=${() => by(ZOOM_STEP)}
    >
      ${laterIcon('zoomIn')}
    </button>
    ${wordButton(fit, `${say(isTurned ? 'viewer.model-reset' : 'viewer.zoom-whole')} (0)`, '0', reset)}
    ${actual ? wordButton('1:1', `${say('viewer.zoom-actual')} (1)`, '1', actual) : nothing}
  </div>`;
}

function wordButton(text: string, title: string, key: string, run: () => void): TemplateResult {
  return html`<button type="button" class="quiet word" title=${title} aria-keyshortcuts=${key} @click=${run}>${text}</button>`;
}

/** Draws buttons that turn a model, for people who cannot drag. */
export function turnButtons({ say }: Catalogue, model: ModelView): TemplateResult {
  const one = (to: ModelTurn) => {
    const label = say(`viewer.turn-${to}`);
    return html`<button type="button" class="quiet" title=${label} aria-label=${label} @click=${() => model.turn(to)}>
      ${laterIcon(`turn-${to}`)}
    </button>`;
  };
  return html`<div class="turns" role="group" dir="ltr" aria-label=${say('viewer.turn')}>
    ${one('left')}${one('up')}${one('down')}${one('right')}
  </div>`;
}
