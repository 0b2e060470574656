import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { formatBytes } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { type Notice, notice } from '../theme/notice.ts';
import { styled } from '../theme/styled.ts';
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

/** Lengths of films in seconds, once their beginning is loaded. */
const lengths = new WeakMap<Recording, number>();

/** Draws a film or a sound, or says why it cannot be played. */
export function recordingView(view: RecordingView): TemplateResult {
  const { catalogue, asset, recording } = view;
  const message = stateNotice(view);
  const { state } = recording;
  if (message)
    return html`<div class="recording waiting">
      ${poster(view)} ${notice(message)} ${state.is === 'arriving' ? progress(catalogue, state.percent) : nothing}
    </div>`;
  if (state.is !== 'ready') return html`<div class="recording waiting">${poster(view)}</div>`;
  const failed = ({ currentTarget }: Event) => recording.playingFailed((currentTarget as HTMLMediaElement).error);
  const isFilm = asset.type === 3;
  const player = isFilm ? film(view, state.address, failed) : sound(view, state.address, failed);
  return html`<div class="recording ${isFilm ? 'film' : 'sound'}">
    ${keyed(state.address, player)} ${isFilm ? scenes(catalogue, recording) : nothing}
    ${captionHint(view)} ${partsHint(view)}
  </div>`;
}

function stateNotice(view: RecordingView): Notice | undefined {
  const { asset, recording, retry, download } = view;
  const { say, locale } = view.catalogue;
  const { state } = recording;
  const save = { label: say('download.title'), run: () => download(asset.id, asset.version) };
  switch (state.is) {
    case 'preparing':
      return { title: say('viewer.preparing.title'), text: say('viewer.preparing.text') };
    case 'arriving':
      return { title: say('grid.loading') };
    case 'interrupted':
      return {
        ...{ icon: icon('warning'), title: say('viewer.interrupted') },
        action: { label: say('catalogue.retry'), run: retry },
      };
    case 'unplayable':
      return { icon: icon('warning'), title: say('viewer.unplayable'), action: save };
    case 'missing':
      return { icon: icon('file'), title: say('viewer.missing') };
    case 'too-large':
      return {
        ...{
          icon: laterIcon('info'),
          title: say('viewer.too-large', { size: formatBytes(MOST_FETCHED_BYTES, locale) }),
        },
        action: save,
      };
    case 'failed': {
      const { title, text } = describeFailure(state.failure, say);
      return { icon: icon('warning'), title, text, action: { label: say('catalogue.retry'), run: retry } };
    }
    default:
      return undefined;
  }
}

/** How much of a recording has come. It stands outside the message, so that not each percent is announced. */
function progress({ say }: Catalogue, percent: number): TemplateResult {
  const label = say('viewer.arriving', { percent });
  return html`<div class="progress">
    <progress max="100" aria-label=${say('grid.loading')} .value=${percent}></progress>
    <span aria-hidden="true">${label}</span>
  </div>`;
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

function film(
  { catalogue, asset, recording, label, changed }: RecordingView,
  address: string,
  failed: (event: Event) => void,
) {
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

function sound({ catalogue, asset, recording, label }: RecordingView, address: string, failed: (event: Event) => void) {
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
      ${strip ? html`<div class="bars" ${styled({ 'mask-image': addressInStyle(strip) })}></div>` : nothing}
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

/** Shows one tile of a picture of scenes. */
function sceneTile(address: string, { columns, rows }: SceneTiles, index: number) {
  const share = (place: number, count: number) => (count > 1 ? (100 * place) / (count - 1) : 0);
  return styled({
    'background-image': addressInStyle(address),
    'background-size': `${100 * columns}% ${100 * rows}%`,
    'background-position': `${share(index % columns, columns)}% ${share(Math.floor(index / columns), rows)}%`,
  });
}

function addressInStyle(address: string): string {
  return `url(${JSON.stringify(address)})`;
}
