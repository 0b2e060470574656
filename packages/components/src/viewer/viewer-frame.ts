import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { altTextOf } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { isGone } from '../catalogue/failures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { expiryNote } from '../expiry/expiry-note.ts';
import type { TextKey } from '../texts/en.ts';
import type { Say } from '../texts/texts.ts';
import { cutName } from '../theme/cut-name.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { notice } from '../theme/notice.ts';
import { returnFocus } from '../theme/return-focus.ts';
import { findBar } from './find-bar.ts';
import { modelExtensionOf } from './model-view.ts';
import { pageField, pageStrip, type StripScroll } from './page-bar.ts';
import { pictureStage } from './picture-stage.ts';
import type { PictureZoom } from './picture-zoom.ts';
import { recordingView } from './recording-view.ts';
import type { Showing } from './showing.ts';
import type { ShownAsset } from './shown-asset.ts';
import type { Swipes } from './swipes.ts';
import { versionBar } from './version-bar.ts';
import type { ViewerCommands } from './viewer-keys.ts';
import { turnButtons, zoomButtons } from './zoom-buttons.ts';

/** Everything that a viewer shows, and what its buttons do. */
export interface ViewerFrame {
  readonly catalogue: Catalogue;
  readonly showing: Showing;
  readonly zoom: PictureZoom;
  readonly swipes: Swipes;
  readonly strip: StripScroll;
  /** From 0; undefined without a query, or if the asset is no longer in it. */
  readonly position: number | undefined;
  /** Number of the current version of the asset; 0 if unknown. */
  readonly current: number;
  readonly hasAside: boolean;
  readonly isAsideOpen: boolean;
  readonly does: ViewerCommands & {
    readonly retry: () => void;
    /** Offers to download an asset that cannot be shown here. */
    readonly download: (id: number, version?: number) => void;
    /** Shows the current version again. */
    readonly showCurrent: () => void;
    readonly scrollStrip: (event: Event) => void;
    readonly changed: () => void;
  };
}

/** The name of an asset that people see. */
function labelOfAsset(say: Say, { alt_name: alternative, name }: Asset): string {
  return visibleName(say, alternative, name);
}

/** Draws the head, the asset, the content beside it and the controls below it. */
export function viewerFrame(frame: ViewerFrame): TemplateResult {
  const { catalogue, showing, swipes, hasAside, isAsideOpen } = frame;
  const { say } = catalogue;
  const { shown } = showing;
  return html`
    ${head(frame)}
    <div class="main">
      ${shown && isOld(frame, shown) ? olderVersion(frame, shown) : nothing}
      ${shown?.find?.isOpen ? findBar(catalogue, shown.find) : nothing}
      <div
        class="show"
        @pointerdown=${swipes.pressed}
        @pointermove=${swipes.moved}
        @pointerup=${swipes.released}
        @pointercancel=${swipes.released}
      >
        ${content(frame)}${moves(frame)}
      </div>
      ${shown ? foot(frame, shown) : nothing}
    </div>
    <div class="side" role="region" tabindex="-1" aria-label=${say('viewer.aside')} ?hidden=${!(hasAside && isAsideOpen)}>
      <slot name="aside"></slot>
    </div>
  `;
}

function hasPages({ pages, isPlaceholder }: ShownAsset): boolean {
  return pages > 1 && !isPlaceholder;
}

function pageOf(say: Say, { page, pages }: ShownAsset): string {
  return `${say('viewer.page-number', { page: page + 1 })} ${say('viewer.of', { pages })}`;
}

function isOld({ current }: ViewerFrame, { asset }: ShownAsset): boolean {
  return asset.version !== current;
}

function olderVersion({ catalogue, current, does }: ViewerFrame, shown: ShownAsset): TemplateResult {
  return versionBar({ catalogue, shown, current, back: does.showCurrent });
}

function head(frame: ViewerFrame): TemplateResult {
  const { catalogue, showing, position, hasAside, isAsideOpen, does } = frame;
  const { say } = catalogue;
  const { shown, total } = showing;
  const place =
    position === undefined || total === undefined ? '' : say('grid.position', { position: position + 1, count: total });
  // A link to an asset that was deleted says only its ID.
  const hasName = shown !== undefined && (shown.asset.name !== '' || !isGone(shown.failure));
  const name = hasName ? labelOfAsset(say, shown.asset) : '';
  const version = shown && isOld(frame, shown) ? say('viewer.version', { version: String(shown.asset.version) }) : '';
  const page = shown && hasPages(shown) ? pageOf(say, shown) : '';
  const expiry = shown && expiryNote(catalogue, shown.asset);
  const fullScreen = say(document.fullscreenElement ? 'viewer.full-screen.leave' : 'viewer.full-screen');
  return html`<div class="head">
    <div class="title">
      <h2 id="title" tabindex="-1" dir="auto" title=${name} aria-label=${name || nothing}>${name ? cutName(name) : say(nameless(shown?.failure))}</h2>
      ${isGone(shown?.failure) ? nothing : html`<span class="position" aria-hidden="true">${place}</span>`}
      ${expiry ? html`<span class="expiry">${expiry.line}</span>` : nothing}
    </div>
    ${hasAside && isAsideOpen ? html`<button type="button" class="skip" @click=${skipToAside}>${say('viewer.skip')}</button>` : nothing}
    <p class="unseen" role="status">${shown ? [place, name, version, page, expiry?.text].filter(Boolean).join(': ') : ''}</p>
    <div class="controls">
      <slot name="actions"></slot>
      <div id="more" popover role="group" aria-label=${say('viewer.more')} @click=${hideMore} @toggle=${returnFocus}>
        <slot name="more"></slot>
        ${document.fullscreenEnabled ? button(laterIcon('fullscreen'), `${fullScreen} (F)`, does.fullScreen, fullScreen) : nothing}
      </div>
      ${shown?.find ? toggle(icon('search'), `${say('viewer.find')} (/)`, shown.find.isOpen, does.find) : nothing}
      ${hasAside ? toggle(icon('info'), `${say('viewer.aside')} (I)`, isAsideOpen, does.toggleAside) : nothing}
      <button type="button" class="quiet more" popovertarget="more" title=${say('viewer.more')} aria-label=${say('viewer.more')}>
        ${icon('more')}
      </button>
      ${button(icon('close'), say('viewer.close'), does.close)}
    </div>
  </div>`;
}

function skipToAside({ currentTarget }: Event): void {
  (currentTarget as HTMLElement).closest('.frame')?.querySelector<HTMLElement>('.side')?.focus();
}

/** The title of an asset whose name is unknown. */
function nameless(failure: unknown): TextKey {
  if (failure === undefined) return 'grid.loading';
  return isGone(failure) ? 'details.gone.title' : 'viewer.not-loaded';
}

/** Closes the menu once something was chosen. On wide screens its content stands in the head. */
function hideMore({ currentTarget }: Event): void {
  (currentTarget as HTMLElement).hidePopover();
}

/** Draws a button. In the menu, it has words. */
function button(icon: TemplateResult, label: string, run: () => void, words = ''): TemplateResult {
  return html`<button type="button" class="quiet" title=${label} aria-label=${label} @click=${run}>${icon}${words && html`<span>${words}</span>`}</button>`;
}

function toggle(icon: TemplateResult, label: string, isOn: boolean, run: () => void): TemplateResult {
  return html`<button type="button" class="quiet" title=${label} aria-label=${label} aria-pressed=${isOn} @click=${run}>
    ${icon}
  </button>`;
}

function content(frame: ViewerFrame): TemplateResult {
  const { catalogue, showing, zoom, does } = frame;
  const { say } = catalogue;
  const { shown, total, failure } = showing;
  if (failure !== undefined) return message(notice(failureNotice(failure, catalogue, does.retry)));
  if (total === 0 && !shown)
    return message(
      notice({
        ...{ icon: icon('search'), title: say('assets.empty.title'), text: say('assets.empty.text') },
        action: { label: say('viewer.back'), run: does.close },
      }),
    );
  if (!shown)
    return message(
      notice({
        title: say('grid.loading'),
        text: delayNotice({ say, load: catalogue.load, retry: does.retry, of: frame.position }),
      }),
    );
  const { asset, recording } = shown;
  const shared = {
    catalogue,
    label: labelOfAsset(say, asset),
    retry: does.retry,
    close: does.close,
    download: does.download,
  };
  // Shown even if its small picture has failed, because a recording reports its own failures.
  if (recording) return recordingView({ ...shared, asset, recording, changed: does.changed });
  const picture = altTextOf(catalogue.about, asset) ?? shared.label;
  const label = hasPages(shown) ? `${picture}, ${pageOf(say, shown)}` : picture;
  return pictureStage({ ...shared, label, shown, zoom });
}

function message(content: TemplateResult): TemplateResult {
  return html`<div class="main-notice">${content}</div>`;
}

/** Draws the buttons to the neighbours. At the ends of the query they stay, so that they keep the focus. */
function moves({ catalogue: { say }, showing, does }: ViewerFrame): TemplateResult | typeof nothing {
  const { edges, total } = showing;
  if (total === undefined || (edges.isFirst && edges.isLast)) return nothing;
  const one = (by: 1 | -1) => {
    const label = say(by === 1 ? 'viewer.next' : 'viewer.previous');
    return html`<button
      type="button"
      class="turn ${by === 1 ? 'on' : 'back'}"
      title=${label}
      aria-label=${label}
      aria-disabled=${by === 1 ? edges.isLast : edges.isFirst}
      @click=${() => does.move(by)}
    >
      ${icon(by === 1 ? 'next' : 'previous')}
    </button>`;
  };
  return html`${one(-1)}${one(1)}`;
}

function foot(frame: ViewerFrame, shown: ShownAsset): TemplateResult | typeof nothing {
  const { catalogue, zoom, strip, does } = frame;
  const { model } = shown;
  if (shown.recording || (shown.failure !== undefined && shown.layers.images.length === 0)) return nothing;
  const isDrawn = !shown.isPlaceholder;
  const showsPages = hasPages(shown);
  const isModel = modelExtensionOf(shown.asset) !== undefined;
  if (!isDrawn && !isModel) return nothing;
  const turnable = model?.isTurned ? model : undefined;
  return html`
    ${showsPages ? pageStrip(catalogue, shown, strip, does.scrollStrip) : nothing}
    <div class="foot">
      ${showsPages ? pageField(catalogue, shown) : nothing}
      ${
        isModel
          ? html`<button type="button" aria-pressed=${turnable !== undefined} @click=${shown.turnModel}>
            ${icon('model')} ${catalogue.say('viewer.turn')}
          </button>`
          : nothing
      }
      ${turnable ? turnButtons(catalogue, turnable) : nothing}
      ${turnable || isDrawn ? zoomButtons(catalogue, zoom, shown) : nothing}
    </div>
  `;
}

/**
 * Plays or pauses a player; without one, fetches a recording that is offered, or lets an animation move or stand still. Nothing
 * happens if the browser refuses to play.
 */
export function togglePlay(player: HTMLMediaElement | null, shown: ShownAsset | undefined): void {
  if (!player) {
    shown?.recording?.play();
    shown?.animation?.toggle();
  } else if (player.paused) void player.play().catch(() => {});
  else player.pause();
}
