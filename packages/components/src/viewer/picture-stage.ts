import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';
import { place } from '../theme/styled.ts';
import type { Gestures } from './gestures.ts';
import type { ModelView } from './model-view.ts';
import type { ShownAsset } from './shown-asset.ts';
import type { Zoom, ZoomLimits } from './zoom.ts';
import type { Zoomable } from './zoomable.ts';

/** What the stage of a picture shows. */
export interface PictureStage {
  readonly catalogue: Catalogue;
  readonly shown: ShownAsset;
  readonly label: string;
  readonly zoom: Zoom;
  readonly limits: ZoomLimits | undefined;
  readonly gestures: Gestures;
  readonly retry: () => void;
}

/** Draws the picture, or the model. */
export function pictureStage(stage: PictureStage): TemplateResult {
  const { shown, zoom, limits, gestures, label, catalogue } = stage;
  const { model } = shown;
  const failure = failureOf(stage);
  if (failure) return html`<div class="main-notice">${failure}</div>`;
  const box = limits && boxOf(zoom, limits);
  return html`<div
    class="stage ${zoom.scale > 1 ? 'zoomed' : ''}"
    @pointerdown=${gestures.pressed}
    @pointermove=${gestures.moved}
    @pointerup=${gestures.released}
    @pointercancel=${gestures.released}
    @wheel=${gestures.wheeled}
    @dblclick=${gestures.doubleClicked}
  >
    ${
      box && shown.layers.images.length > 0
        ? html`<div
          class="picture ${shown.isPlaceholder ? 'symbol' : ''}"
          role="img" aria-label=${label} ${place(box.x, box.y, box.width, box.height)}>
          ${shown.layers.images}
        </div>`
        : nothing
    }
    ${model && model.state !== 'failed' ? turned(catalogue, model, label) : nothing} ${hint(stage)}
  </div>`;
}

function failureOf({ catalogue: { say }, shown, retry }: PictureStage): TemplateResult | undefined {
  const { layers } = shown;
  const failure = shown.failure ?? (layers.hasFailed ? new Error(say('viewer.not-loaded')) : undefined);
  if (failure === undefined || layers.images.length > 0 || layers.isLoading) return undefined;
  const { title, text } = describeFailure(failure, say);
  const isOurs = shown.failure === undefined;
  const what = isOurs ? { title: say('viewer.not-loaded') } : { title, text };
  return notice({ icon: 'warning', ...what, action: { label: say('catalogue.retry'), run: retry } });
}

function boxOf({ scale, x, y }: Zoom, { fitted, stage }: ZoomLimits) {
  const [width, height] = [fitted.width * scale, fitted.height * scale];
  return { x: (stage.width - width) / 2 + x, y: (stage.height - height) / 2 + y, width, height };
}

function turned({ say }: Catalogue, model: ModelView, label: string): TemplateResult {
  const stop = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
    event.stopPropagation();
    handle(event);
  };
  const drag = stop(model.dragged);
  return html`<canvas
    tabindex="0"
    role="application"
    aria-roledescription=${say('kind.6')}
    aria-label="${label}. ${say('viewer.model-help')}"
    aria-busy=${model.state === 'loading'}
    @keydown=${model.keyed}
    @pointerdown=${drag}
    @pointermove=${drag}
    @pointerup=${drag}
    @pointercancel=${drag}
    @wheel=${(event: WheelEvent) => {
      event.stopPropagation();
      model.wheeled(event);
    }}
    @dblclick=${(event: Event) => event.stopPropagation()}
    ${ref((canvas) => canvas && model.drawOn(canvas as HTMLCanvasElement))}
  ></canvas>`;
}

function hint({ catalogue: { say }, shown }: PictureStage): TemplateResult | typeof nothing {
  const { model } = shown;
  const pill = (text: string) => html`<p class="hint" role="status">${text}</p>`;
  if (model?.state === 'loading') return pill(say('grid.loading'));
  if (model?.state === 'failed') return pill(say('viewer.model-failed'));
  if (model) return pill(say('viewer.model-help'));
  if (shown.isPlaceholder) return pill(say('viewer.no-preview'));
  return nothing;
}

/** Buttons that enlarge, and show the whole picture again. */
export function zoomButtons({ say }: Catalogue, { zoom, by, whole }: Zoomable, step: number): TemplateResult {
  return html`<div class="zoom" role="group" aria-label=${say('viewer.zoom')}>
    <button
      type="button"
      class="quiet"
      title="${say('viewer.zoom-out')} (−)"
      aria-label=${say('viewer.zoom-out')}
      aria-keyshortcuts="-"
      aria-disabled=${zoom.scale <= 1}
      @click=${() => by(1 / step)}
    >
      ${icon('zoomOut')}
    </button>
    <button
      type="button"
      class="quiet percent"
      title="${say('viewer.zoom-whole')} (0)"
      aria-keyshortcuts="0"
      @click=${whole}
    >
      ${say('viewer.percent', { percent: Math.round(100 * zoom.scale) })}<span class="unseen">: ${say('viewer.zoom-whole')}</span>
    </button>
    <button
      type="button"
      class="quiet"
      title="${say('viewer.zoom-in')} (+)"
      aria-label=${say('viewer.zoom-in')}
      aria-keyshortcuts="+"
      @click=${() => by(step)}
    >
      ${icon('zoomIn')}
    </button>
  </div>`;
}
