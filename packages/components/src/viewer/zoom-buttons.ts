import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { isModelTurned, type ModelTurn, type ModelView } from './model-view.ts';
import { ZOOM_STEP } from './viewer-keys.ts';
import type { Zoomable } from './zoomable.ts';

/** The zoom of the picture, or of the model that is turned in its place. */
export interface ZoomControls {
  /** 1 at first. */
  readonly scale: number;
  readonly isSmallest: boolean;
  readonly by: (factor: number) => void;
  readonly reset: () => void;
}

/** Returns what the zoom buttons and keys act on. */
export function zoomControlsOf({ zoom, by, whole }: Zoomable, model: ModelView | undefined): ZoomControls {
  if (!isModelTurned(model)) return { scale: zoom.scale, isSmallest: zoom.scale <= 1, by, reset: whole };
  return { scale: model.scale, isSmallest: model.isSmallest, by: model.zoomBy, reset: model.reset };
}

/** Draws buttons that zoom, and one that undoes it, which also shows the scale. */
export function zoomButtons({ say }: Catalogue, zoomable: Zoomable, model: ModelView | undefined): TemplateResult {
  const { scale, isSmallest, by, reset } = zoomControlsOf(zoomable, model);
  const percent = say('viewer.percent', { percent: Math.round(100 * scale) });
  const resetLabel = say(isModelTurned(model) ? 'viewer.model-reset' : 'viewer.zoom-whole');
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
    <button
      type="button"
      class="quiet percent"
      title="${resetLabel} (0)"
      aria-label="${percent}: ${resetLabel}"
      aria-keyshortcuts="0"
      @click=${reset}
    >
      ${percent}
    </button>
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
  </div>`;
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
