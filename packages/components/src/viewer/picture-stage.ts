import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { describeFailure, isGone } from '../catalogue/failures.ts';
import { formatBytes } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { type Notice, notice } from '../theme/notice.ts';
import { place, styled } from '../theme/styled.ts';
import type { Gestures } from './gestures.ts';
import { isModelTurned, MOST_MODEL_BYTES, type ModelView } from './model-view.ts';
import type { ShownAsset, VersionComparison } from './shown-asset.ts';
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
  /** Offers to download an asset that cannot be shown here. */
  readonly download: (id: number, version?: number) => void;
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
          ${shown.layers.images} ${shown.comparison ? over(shown.comparison) : nothing}
        </div>`
        : nothing
    }
    ${isModelTurned(model) ? turned(catalogue, model, label) : nothing} ${hint(stage)}
  </div>`;
}

function failureOf({ catalogue: { say }, shown, retry }: PictureStage): TemplateResult | undefined {
  const { layers } = shown;
  const failure = shown.failure ?? (layers.hasFailed ? new Error(say('viewer.not-loaded')) : undefined);
  if (failure === undefined || layers.images.length > 0 || layers.isLoading) return undefined;
  if (shown.failure === undefined)
    return notice({
      icon: icon('warning'),
      title: say('viewer.not-loaded'),
      action: { label: say('catalogue.retry'), run: retry },
    });
  const { title, text } = describeFailure(failure, say);
  const what = isGone(failure) ? { title: say('details.gone.title'), text: say('details.gone.text') } : { title, text };
  return notice({ icon: icon('warning'), ...what, action: { label: say('catalogue.retry'), run: retry } });
}

/** The version right of the dividing line. */
function over({ layers, at }: VersionComparison): TemplateResult | typeof nothing {
  // Without a picture it would only cover the other one; the hint says why.
  if (layers.images.length === 0) return nothing;
  return html`<div class="over" ${styled({ '--_at': `${at}%` })}>${layers.images}</div>
    <div class="divider" ${styled({ '--_at': `${at}%` })}></div>`;
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

/** What is to be said about the picture. The element is always there, so that screen readers announce what changes. */
function hint(stage: PictureStage): TemplateResult {
  const text = hintText(stage);
  const action = hintAction(stage);
  return html`<div class="hint" role="status">
    ${announced(
      text
        ? html`<span>${text}</span>
            ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}`
        : nothing,
    )}
  </div>`;
}

function hintText({ catalogue: { say, locale }, shown }: PictureStage): string {
  const { model, isPlaceholder, comparison } = shown;
  switch (model?.state) {
    case 'loading':
      return say('grid.loading');
    case 'shown':
      return say('viewer.model-help');
    case 'damaged':
      return say('viewer.model-failed');
    case 'unreachable':
      return say('viewer.model-unreachable');
    case 'too-large':
      return say('viewer.model-too-large', { size: formatBytes(MOST_MODEL_BYTES, locale) });
    default:
      if (comparison?.layers.hasFailed) return say('viewer.version.failed');
      return isPlaceholder ? say('viewer.no-preview') : '';
  }
}

function hintAction({ catalogue: { say }, shown, download }: PictureStage): Notice['action'] {
  const { asset, model, comparison } = shown;
  const compareAgain = ({ version, at }: VersionComparison) => {
    shown.compareWith(undefined);
    shown.compareWith(version, at);
  };
  if (model?.state === 'unreachable') return { label: say('catalogue.retry'), run: shown.turnModel };
  if (model === undefined && comparison?.layers.hasFailed)
    return { label: say('catalogue.retry'), run: () => compareAgain(comparison) };
  if (model?.state !== 'damaged' && model?.state !== 'too-large') return undefined;
  return { label: say('download.title'), run: () => download(asset.id, asset.version) };
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
      ${laterIcon('zoomOut')}
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
      ${laterIcon('zoomIn')}
    </button>
  </div>`;
}
