import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { formatBytes } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import { icon } from '../theme/icons.ts';
import { type Notice, notice } from '../theme/notice.ts';
import { styled } from '../theme/styled.ts';
import { motionButton, movingPicture } from './animation-view.ts';
import { assetFailure } from './asset-failure.ts';
import { MAX_MODEL_BYTES, type ModelView } from './model-view.ts';
import { panButtons } from './pan-buttons.ts';
import type { PictureZoom } from './picture-zoom.ts';
import type { ShownAsset, VersionComparison } from './shown-asset.ts';

/** What the stage shows, and callbacks. */
export interface PictureStage {
  readonly catalogue: Catalogue;
  readonly shown: ShownAsset;
  readonly label: string;
  readonly zoom: PictureZoom;
  readonly retry: () => void;
  /** Offers to download an asset that cannot be shown here. */
  readonly download: (id: number, version?: number) => void;
}

/** Draws the picture, or the model. */
export function pictureStage(stage: PictureStage): TemplateResult {
  const { shown, zoom, label, catalogue } = stage;
  const { model } = shown;
  const failure = failureOf(stage);
  if (failure) return html`<div class="main-notice">${failure}</div>`;
  const turnable = model?.isTurned ? model : undefined;
  const isZoomed = zoom.scale > 1;
  const picture = zoom.limits && shown.layers.images.length > 0 ? pictureOf(shown, label) : nothing;
  return html`<div class="stage ${isZoomed ? 'zoomed' : ''}">
    ${zoom.with(picture)} ${turnable ? turned(catalogue, turnable, label) : nothing} ${motionButton(catalogue, shown)}
    ${isZoomed && !turnable ? panButtons(catalogue, zoom.pan) : nothing} ${hint(stage)}
  </div>`;
}

function pictureOf(shown: ShownAsset, label: string): TemplateResult {
  return html`<div class="picture ${shown.isPlaceholder ? 'symbol' : ''}" role="img" aria-label=${label}>
    ${shown.layers.images} ${movingPicture(shown)} ${shown.comparison ? over(shown.comparison) : nothing}
  </div>`;
}

function failureOf({ catalogue, shown: { failure, layers }, retry }: PictureStage): TemplateResult | undefined {
  if (layers.images.length > 0 || layers.isLoading || (failure === undefined && !layers.hasFailed)) return undefined;
  if (failure !== undefined) return notice(assetFailure(failure, catalogue, retry));
  const { say } = catalogue;
  const action = { label: say('catalogue.retry'), run: retry };
  return notice({ icon: icon('warning'), title: say('viewer.not-loaded'), action });
}

/** Draws the other version, right of the dividing line. */
function over({ layers, at }: VersionComparison): TemplateResult | typeof nothing {
  // An empty box would only cover the version below; the hint says why there is no picture.
  if (layers.images.length === 0) return nothing;
  return html`<div class="over" ${styled({ '--_at': `${at}%` })}>${layers.images}</div>
    <div class="divider" ${styled({ '--_at': `${at}%` })}></div>`;
}

function turned({ say }: Catalogue, model: ModelView, label: string): TemplateResult {
  return html`<canvas
    tabindex="0"
    role="application"
    aria-roledescription=${say('kind.6')}
    aria-label="${label}. ${say('viewer.model-help')}"
    aria-busy=${model.state === 'loading'}
    @keydown=${model.keyed}
    @pointerdown=${model.dragged}
    @pointermove=${model.dragged}
    @pointerup=${model.dragged}
    @pointercancel=${model.dragged}
    @wheel=${model.wheeled}
    ${ref((canvas) => canvas && model.drawOn(canvas as HTMLCanvasElement))}
  ></canvas>`;
}

/** Draws a hint about the picture. Its element is always there, so that screen readers announce changes. */
function hint(stage: PictureStage): TemplateResult {
  const { isEmpty, isCutting, isLate } = waitsFor(stage);
  const content = isEmpty || isCutting ? waiting(stage) : hintContent(stage);
  const isFree = content === nothing && isLate;
  return html`<div class="hint" role="status">${announced(isFree ? waiting(stage) : content)}</div>`;
}

/** What is being waited for: anything to see, the description of the tiles, or tiles. */
function waitsFor({ shown: { model, layers, tiles } }: PictureStage) {
  const isPicture = model === undefined;
  return {
    isEmpty: isPicture && layers.images.length === 0 && layers.isLoading,
    isCutting: isPicture && tiles.isDescribing,
    isLate: isPicture && tiles.isLoading,
  };
}

/** Draws after a second that the picture is loading, and later why it has not come yet. */
function waiting(stage: PictureStage): TemplateResult {
  const { say, load } = stage.catalogue;
  const { asset, page, tiles } = stage.shown;
  const { isEmpty, isCutting } = waitsFor(stage);
  // Tiles come at each move, so only late ones are worth a message.
  const meanwhile = isEmpty || isCutting ? html`<span class="soon">${say('grid.loading')}</span>` : nothing;
  const retry = isEmpty ? stage.retry : tiles.retry;
  const of = [asset.id, asset.version, page, isEmpty, isCutting, tiles.arrived].join(' ');
  return html`${delayNotice({ say, load, retry, meanwhile, of })}`;
}

function hintContent(stage: PictureStage): TemplateResult | typeof nothing {
  const text = hintText(stage);
  const action = hintAction(stage);
  if (!text) return nothing;
  return html`<span>${text}</span>
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}`;
}

/** True if the picture could be sharper, but what it takes has failed. Tiles replace a large preview that has not come. */
function isBlurred({ layers, tiles }: ShownAsset): boolean {
  return tiles.hasFailed || (layers.isBlurred && tiles.arrived === 0);
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
      return say('viewer.model-too-large', { size: formatBytes(MAX_MODEL_BYTES, locale) });
    default:
      if (comparison?.layers.hasFailed) return say('viewer.version.failed');
      if (isBlurred(shown)) return say('viewer.blurred');
      return isPlaceholder ? say('viewer.no-preview') : '';
  }
}

function hintAction({ catalogue: { say }, shown, download, retry }: PictureStage): Notice['action'] {
  const { asset, model, comparison, tiles } = shown;
  const compareAgain = ({ version, at }: VersionComparison) => {
    shown.compareWith(undefined);
    shown.compareWith(version, at);
  };
  if (model?.state === 'unreachable') return { label: say('catalogue.retry'), run: shown.turnModel };
  if (model === undefined && comparison?.layers.hasFailed)
    return { label: say('catalogue.retry'), run: () => compareAgain(comparison) };
  if (model === undefined && tiles.hasFailed) return { label: say('catalogue.retry'), run: tiles.retry };
  if (model === undefined && isBlurred(shown)) return { label: say('catalogue.retry'), run: retry };
  if (model?.state !== 'damaged' && model?.state !== 'too-large') return undefined;
  return { label: say('download.title'), run: () => download(asset.id, asset.version) };
}
