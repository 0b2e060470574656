import type { Asset } from '@asset-browsing-service/client';
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { formatBytes } from '../texts/texts.ts';
import { type Notice, notice } from '../theme/notice.ts';
import { offerCaptions, retryCaptions } from './captions-menu.ts';
import { MOST_CAPTION_BYTES, MOST_FETCHED_BYTES, type Recording } from './recording.ts';
import { clockTime, type SceneTiles, sceneTiles } from './strip.ts';

/** What is played, and who is told that more is known, for example the length. */
export interface RecordingView {
  readonly catalogue: Catalogue;
  readonly asset: Asset;
  readonly recording: Recording;
  readonly label: string;
  readonly retry: () => void;
  /** Offers to download an asset that cannot be shown here. */
  readonly download: (id: number, version?: number) => void;
  readonly changed: () => void;
}

/** Most scenes that are shown below a film. */
const MOST_SCENES = 10;

/** Recordings that this browser could not play. */
const unplayable = new WeakSet<Recording>();

/** Lengths of films in seconds, once their beginning is loaded. */
const lengths = new WeakMap<Recording, number>();

/** Draws a film or a sound, or says why it cannot be played. */
export function recordingView(view: RecordingView): TemplateResult {
  const { catalogue, asset, recording, changed } = view;
  const message = messageOf(view);
  if (message) return html`<div class="recording waiting">${poster(view)}${notice(message)}</div>`;
  const { state } = recording;
  if (state.is !== 'ready') return html`<div class="recording waiting">${poster(view)}</div>`;
  const failed = () => {
    unplayable.add(recording);
    changed();
  };
  const isFilm = asset.type === 3;
  const player = isFilm ? film(view, state.address, failed) : sound(view, state.address, failed);
  return html`<div class="recording ${isFilm ? 'film' : 'sound'}">
    ${keyed(state.address, player)} ${isFilm ? scenes(catalogue, recording) : nothing}
    ${captionHint(view)} ${partsHint(view)}
  </div>`;
}

function messageOf(view: RecordingView): Notice | undefined {
  const { asset, recording, retry, download } = view;
  const { say, locale } = view.catalogue;
  const { state } = recording;
  const save = { label: say('download.title'), run: () => download(asset.id, asset.version) };
  if (unplayable.has(recording)) return { icon: 'warning', title: say('viewer.unplayable'), action: save };
  switch (state.is) {
    case 'preparing':
      return { title: say('viewer.preparing.title'), text: say('viewer.preparing.text') };
    case 'arriving':
      return { title: say('viewer.arriving', { percent: Math.floor(100 * state.share) }) };
    case 'missing':
      return { icon: 'file', title: say('viewer.missing') };
    case 'too-large':
      return {
        ...{ icon: 'info', title: say('viewer.too-large', { size: formatBytes(MOST_FETCHED_BYTES, locale) }) },
        action: save,
      };
    case 'failed': {
      const { title, text } = describeFailure(state.failure, say);
      return { icon: 'warning', title, text, action: { label: say('catalogue.retry'), run: retry } };
    }
    default:
      return undefined;
  }
}

/** Says why captions that somebody turned on do not appear. */
function captionHint({ catalogue, recording, download }: RecordingView): TemplateResult {
  const { say, locale } = catalogue;
  const { file, isTooLarge } = recording.captionProblem ?? {};
  const text = isTooLarge
    ? say('viewer.captions-too-large', { size: formatBytes(MOST_CAPTION_BYTES, locale) })
    : say('viewer.captions-failed');
  const retry = ({ currentTarget }: Event) => {
    const player = ((currentTarget as Element).getRootNode() as ShadowRoot).querySelector('video');
    if (player && file) retryCaptions(player, file);
  };
  const action = isTooLarge
    ? html`<button type="button" @click=${() => file && download(file.asset.id)}>${say('download.title')}</button>`
    : html`<button type="button" @click=${retry}>${say('catalogue.retry')}</button>`;
  return html`<div class="hint-line" role="status">${file ? html`<span>${text}</span>${action}` : nothing}</div>`;
}

/** Says what could not be loaded beside the recording, which plays without it. */
function partsHint({
  catalogue: { say },
  asset,
  recording: { failedParts, retryParts },
}: RecordingView): TemplateResult {
  const texts = [
    ...(failedParts.has('strip') ? [say(asset.type === 3 ? 'viewer.scenes-failed' : 'viewer.waveform-failed')] : []),
    ...(failedParts.has('captions') ? [say('viewer.captions-failed')] : []),
  ];
  return html`<div class="hint-line" role="status">
    ${
      texts.length > 0
        ? html`<span>${texts.join(' ')}</span><button type="button" @click=${retryParts}>${say('catalogue.retry')}</button>`
        : nothing
    }
  </div>`;
}

function poster({ catalogue, asset }: RecordingView): TemplateResult {
  return html`<img class="poster" alt="" src=${pictureAddress(catalogue.pictures.addressOf(asset, 512))} />`;
}

function film({ catalogue, asset, recording, label, changed }: RecordingView, address: string, failed: () => void) {
  const { pictures, locale, say } = catalogue;
  const begun = ({ currentTarget }: Event) => {
    lengths.set(recording, (currentTarget as HTMLVideoElement).duration);
    changed();
  };
  const offer = (element?: Element) => {
    if (element) offerCaptions(element as HTMLVideoElement, recording, locale, say('viewer.captions'));
  };
  return html`<video
    controls
    playsinline
    preload="metadata"
    aria-label=${label}
    src=${address}
    poster=${pictureAddress(pictures.addressOf(asset, 1024))}
    @error=${failed}
    @loadedmetadata=${begun}
    ${ref(offer)}
  ></video>`;
}

function sound({ catalogue, asset, recording, label }: RecordingView, address: string, failed: () => void) {
  const { strip } = recording;
  const player = ({ currentTarget }: Event) =>
    ((currentTarget as Element).getRootNode() as ShadowRoot).querySelector('audio');
  const seek = (event: MouseEvent) => {
    const audio = player(event);
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    if (audio && Number.isFinite(audio.duration)) audio.currentTime = ((event.clientX - left) / width) * audio.duration;
  };
  const played = ({ currentTarget }: Event) => {
    const { currentTime, duration, previousElementSibling } = currentTarget as HTMLAudioElement;
    const share = duration > 0 ? (100 * currentTime) / duration : 0;
    (previousElementSibling as HTMLElement).style.setProperty('--_played', `${share}%`);
  };
  // Pointers seek on the waveform; the player below it does the same for keyboards.
  return html`<div class="waveform" aria-hidden="true" dir="ltr" @click=${seek}>
      ${strip ? html`<div class="bars" ${maskedBy(strip)}></div>` : nothing}
      ${strip ? nothing : html`<img alt="" src=${pictureAddress(catalogue.pictures.addressOf(asset, 512))} />`}
    </div>
    <audio controls preload="metadata" aria-label=${label} src=${address} @error=${failed} @timeupdate=${played}></audio>`;
}

function scenes({ say }: Catalogue, recording: Recording): TemplateResult | typeof nothing {
  const { strip } = recording;
  const tiles = sceneTiles(lengths.get(recording) ?? 0);
  if (!strip || !tiles) return nothing;
  const shown = Math.min(MOST_SCENES, tiles.count);
  const indexes = Array.from({ length: shown }, (_, place) => Math.floor((place * tiles.count) / shown));
  const go = (seconds: number) => (event: Event) => {
    const player = ((event.currentTarget as Element).getRootNode() as ShadowRoot).querySelector('video');
    if (player) player.currentTime = seconds;
  };
  return html`<div class="scenes" role="group" aria-label=${say('viewer.scenes')} dir="ltr">
    ${indexes.map((index) => {
      const time = clockTime(index * tiles.interval);
      return html`<button type="button" aria-label=${say('viewer.seek', { time })} @click=${go(index * tiles.interval)}>
        <span class="scene" ${sceneTile(strip, tiles, index)}></span><span class="time">${time}</span>
      </button>`;
    })}
  </div>`;
}

/** Shows one tile of a picture of scenes. A `style` attribute would be refused by strict policies of pages. */
class SceneTile extends Directive {
  override render(_address: string, _tiles: SceneTiles, _index: number): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [address, { columns, rows }, index]: Parameters<this['render']>): unknown {
    const { style } = element as HTMLElement;
    const share = (place: number, count: number) => (count > 1 ? (100 * place) / (count - 1) : 0);
    style.backgroundImage = `url(${JSON.stringify(address)})`;
    style.backgroundSize = `${100 * columns}% ${100 * rows}%`;
    style.backgroundPosition = `${share(index % columns, columns)}% ${share(Math.floor(index / columns), rows)}%`;
    return noChange;
  }
}

const sceneTile = directive(SceneTile);

/** Shows an element through the opaque parts of a picture. */
class MaskedBy extends Directive {
  override render(_address: string): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [address]: Parameters<this['render']>): unknown {
    (element as HTMLElement).style.maskImage = `url(${JSON.stringify(address)})`;
    return noChange;
  }
}

const maskedBy = directive(MaskedBy);
