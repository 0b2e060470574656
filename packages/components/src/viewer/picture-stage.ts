import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { formatBytes } from '../texts/bytes.ts';
import { announced } from '../theme/announced.ts';
import { icon } from '../theme/icons.ts';
import { type Notice, notice } from '../theme/notice.ts';
import { styled } from '../theme/styled.ts';
import { motionButton, movingPicture } from './animation-view.ts';
import { assetFailure } from './asset-failure.ts';
import { findMarks } from './find-bar.ts';
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
  /** Closes the viewer. */
  readonly close: () => void;
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

/** Files whose pictures may be transparent. A light ground of others would only flash before they come. */
export const TRANSPARENT = /^(?:avif|exr|gif|ico|jp2|jxl|png|ps[bd]|svgz?|tga|tiff?|webp)$/i;

function pictureOf(shown: ShownAsset, label: string): TemplateResult {
  const kind = shown.isPlaceholder ? 'symbol' : TRANSPARENT.test(shown.asset.extension ?? '') ? 'transparent' : '';
  return html`<div class="picture ${kind}" role="img" aria-label=${label}>
    ${shown.layers.images} ${movingPicture(shown)} ${shown.comparison ? over(shown.comparison) : nothing}
    ${shown.find && !shown.comparison ? findMarks(shown.find) : nothing}
  </div>`;
}

function failureOf({ catalogue, shown: { failure, layers }, retry, close }: PictureStage): TemplateResult | undefined {
  if (layers.images.length > 0 || layers.isLoading || (failure === undefined && !layers.hasFailed)) return undefined;
  if (failure !== undefined) return notice(assetFailure(failure, catalogue, { retry, close }));
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
    ${ref((canvas) => canvas && model.drawOn(canvas as HTMLCanvasElement))}
  ></canvas>`;
}

/** Draws a hint about the picture. Its element is always there, so that screen readers announce changes. */
function hint(stage: PictureStage): TemplateResult {
  const { model, layers, tiles } = stage.shown;
  const isPicture = model === undefined;
  const isEmpty = isPicture && layers.images.length === 0 && layers.isLoading;
  const isBlank = isEmpty || (isPicture && tiles.isDescribing);
  const content = isBlank ? undefined : hintOf(stage);
  const isWaiting = isBlank || (isPicture && tiles.isLoading);
  return html`<div class="hint" role="status">
    ${announced(content ? said(content) : isWaiting ? waiting(stage, isEmpty) : nothing)}
  </div>`;
}

function said({ text, action }: Hint): TemplateResult {
  return html`<span>${text}</span>
    ${action ? html`<button type="button" @click=${action.run}>${action.label}</button>` : nothing}`;
}

/** Draws after a second that the picture is loading, and later why it has not come yet. */
function waiting({ catalogue, shown, retry }: PictureStage, isEmpty: boolean): TemplateResult {
  const { say, load } = catalogue;
  const { asset, page, tiles } = shown;
  // Tiles come at each move, so only late ones are worth a message.
  const meanwhile = isEmpty || tiles.isDescribing ? html`<span class="soon">${say('grid.loading')}</span>` : nothing;
  const of = [asset.id, asset.version, page, isEmpty, tiles.isDescribing, tiles.arrived].join(' ');
  return html`${delayNotice({ say, load, retry: isEmpty ? retry : tiles.retry, meanwhile, of })}`;
}

/** A text about the picture, and what helps. */
type Hint = Pick<Notice, 'action'> & { readonly text: string };

function hintOf({ catalogue: { say, locale }, shown, download, retry }: PictureStage): Hint | undefined {
  const { asset, model, isPlaceholder, comparison, layers, tiles } = shown;
  const again = (run: () => void) => ({ label: say('catalogue.retry'), run });
  const save = { label: say('download.title'), run: () => download(asset.id, asset.version) };
  switch (model?.state) {
    case 'loading':
      return { text: say('grid.loading') };
    case 'shown':
      return { text: say('viewer.model-help') };
    case 'damaged':
      return { text: say('viewer.model-failed'), action: save };
    case 'too-large':
      return { text: say('viewer.model-too-large', { size: formatBytes(MAX_MODEL_BYTES, locale) }), action: save };
    case 'unreachable':
      return { text: say('viewer.model-unreachable'), action: again(shown.turnModel) };
    default:
  }
  if (comparison?.layers.hasFailed)
    return { text: say('viewer.version.failed'), action: again(() => shown.compareAgain()) };
  if (tiles.hasFailed) return { text: say('viewer.blurred'), action: again(tiles.retry) };
  // Tiles replace a large preview that has not come.
  if (layers.isBlurred && tiles.arrived === 0) return { text: say('viewer.blurred'), action: again(retry) };
  return isPlaceholder ? { text: say('viewer.no-preview') } : undefined;
}
