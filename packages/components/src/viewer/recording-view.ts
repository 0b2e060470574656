import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import { FILM } from '../assets/kinds.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { formatBytes } from '../texts/bytes.ts';
import { clockTime } from '../texts/clock-time.ts';
import { icon } from '../theme/icons.ts';
import { type Notice, notice } from '../theme/notice.ts';
import { styled } from '../theme/styled.ts';
import { assetFailure } from './asset-failure.ts';
import { offerCaptions, retryCaptions } from './captions-menu.ts';
import { offerChapters } from './chapters.ts';
import { ownPicture } from './own-picture.ts';
import './media-controls-element.ts';
import { MAX_CAPTION_BYTES, MAX_FETCHED_BYTES, type Recording, type RecordingState } from './recording.ts';
import { recordingOffer } from './recording-offer.ts';
import { addressInStyle, sceneTile } from './scene.ts';
import { sceneTiles } from './strip.ts';

/** What is played, and callbacks. */
export interface RecordingView {
  readonly catalogue: Catalogue;
  readonly asset: Asset;
  readonly recording: Recording;
  readonly label: string;
  readonly retry: () => void;
  /** Closes the viewer. */
  readonly close: () => void;
  /** Offers to download an asset that cannot be shown here. */
  readonly download: (id: number, version?: number) => void;
  /** Called when the length of a film is known. */
  readonly changed: () => void;
}

/** What a media element plays. */
type PlayedSource = Extract<RecordingState, { readonly is: 'ready' }>;

/** Maximum number of scenes below a film. */
const MAX_SCENES = 10;

/** Lengths of films in seconds, as far as their metadata is loaded. */
const lengths = new WeakMap<Recording, number>();

/** Draws a film or a sound, or says why it cannot be played. */
export function recordingView(view: RecordingView): TemplateResult {
  const { catalogue, asset, recording } = view;
  const message = stateNotice(view);
  const { state, needsToken } = recording;
  // The picture of a record without a file is a symbol that looks as if it could be played.
  const still = state.is === 'missing' ? nothing : poster(view);
  if (message) return html`<div class="recording waiting">${still} ${notice(message)}</div>`;
  if (state.is !== 'ready' && !needsToken) return html`<div class="recording waiting">${poster(view)}</div>`;
  // Until a recording that needs a token can be played, its picture and a Play button or progress bar stand in for the player.
  const isFilm = asset.type === FILM;
  const offer = () => recordingOffer(catalogue, recording, isFilm ? poster(view, 1024) : nothing);
  return html`<div class="recording ${isFilm ? 'film' : 'sound'}">
    ${isFilm ? nothing : waveform(view)}
    ${state.is === 'ready' ? keyed(state.address, player(view, state)) : offer()}
    ${isFilm ? scenes(catalogue, recording) : nothing} ${captionHint(view)} ${partsHint(view)}
  </div>`;
}

function stateNotice(view: RecordingView): Notice | undefined {
  const { catalogue, asset, recording, retry, download } = view;
  const { say, locale } = catalogue;
  const { state } = recording;
  const save = { label: say('download.title'), run: () => download(asset.id, asset.version) };
  const again = { label: say('catalogue.retry'), run: retry };
  switch (state.is) {
    case 'preparing':
      return { title: say('viewer.preparing.title'), text: say('viewer.preparing.text') };
    case 'interrupted':
      return { icon: icon('warning'), title: say('viewer.interrupted'), action: again };
    case 'unplayable':
      return { icon: icon('warning'), title: say('viewer.unplayable'), action: save };
    case 'missing':
      return { icon: icon('file'), title: say('viewer.missing') };
    case 'too-large': {
      const size = formatBytes(MAX_FETCHED_BYTES, locale);
      return { icon: icon('info'), title: say('viewer.too-large', { size }), action: save };
    }
    case 'failed':
      return assetFailure(state.failure, catalogue, view);
    default:
      return undefined;
  }
}

/** Says why captions that were turned on do not appear. */
function captionHint({ catalogue: { say, locale }, recording, download }: RecordingView): TemplateResult {
  const { file, isTooLarge } = recording.captionProblem ?? {};
  if (!file) return hintLine('');
  const size = formatBytes(MAX_CAPTION_BYTES, locale);
  if (isTooLarge)
    return hintLine(say('viewer.captions-too-large', { size }), say('download.title'), () => download(file.asset.id));
  return hintLine(say('viewer.captions-failed'), say('catalogue.retry'), ({ currentTarget }) => {
    const player = ((currentTarget as Element).getRootNode() as ShadowRoot).querySelector('video');
    if (player) retryCaptions(player, file);
  });
}

/** Says which extras of the recording could not be loaded. */
function partsHint({
  catalogue: { say },
  asset,
  recording: { failedParts, retryParts },
}: RecordingView): TemplateResult {
  const texts = [
    failedParts.has('strip') && say(asset.type === FILM ? 'viewer.scenes-failed' : 'viewer.waveform-failed'),
    failedParts.has('captions') && say('viewer.captions-failed'),
    failedParts.has('chapters') && say('viewer.chapters-failed'),
  ];
  return hintLine(texts.filter(Boolean).join(' '), say('catalogue.retry'), retryParts);
}

/** Draws a hint, with a button that helps. Its element is always there, so that screen readers announce changes. */
function hintLine(text: string, label = '', run: (event: Event) => void = () => {}): TemplateResult {
  const content = html`<span>${text}</span><button type="button" @click=${run}>${label}</button>`;
  return html`<div class="hint-line" role="status">${text ? content : nothing}</div>`;
}

function poster({ catalogue, asset }: RecordingView, longest = 512): unknown {
  return ownPicture(catalogue.pictures.addressOf(asset, longest), 'poster');
}

function player(view: RecordingView, source: PlayedSource): TemplateResult {
  return view.asset.type === FILM ? film(view, source) : sound(view, source);
}

function film(view: RecordingView, { address, isWanted }: PlayedSource) {
  const { catalogue, asset, recording, label, changed } = view;
  const { pictures, locale, say } = catalogue;
  const begun = ({ currentTarget }: Event) => {
    lengths.set(recording, (currentTarget as HTMLVideoElement).duration);
    changed();
  };
  const offer = (element?: Element) => {
    if (!(element instanceof HTMLVideoElement)) return;
    offerCaptions(element, recording, locale, say('viewer.captions'));
    offerChapters(element, recording.chapters);
  };
  return html`<video
    playsinline
    preload="metadata"
    ?autoplay=${isWanted}
    aria-label=${label}
    src=${address}
    poster=${pictureAddress(pictures.addressOf(asset, 1024))}
    @error=${failedOf(recording)}
    @loadedmetadata=${begun}
    ${ref(offer)}
  ></video>${controls(view)}`;
}

function sound(view: RecordingView, { address, isWanted }: PlayedSource): TemplateResult {
  const { recording, label } = view;
  const offer = (element?: Element) => {
    if (element instanceof HTMLAudioElement) offerChapters(element, recording.chapters);
  };
  const played = ({ currentTarget }: Event) => {
    const { currentTime, duration, previousElementSibling } = currentTarget as HTMLAudioElement;
    const share = duration > 0 ? (100 * currentTime) / duration : 0;
    // Removing a playing `<audio>` still fires `timeupdate`, and by then it has no sibling.
    (previousElementSibling as HTMLElement | null)?.style.setProperty('--_played', `${share}%`);
  };
  return html`<audio
    preload="metadata"
    ?autoplay=${isWanted}
    aria-label=${label}
    src=${address}
    @error=${failedOf(recording)}
    @timeupdate=${played}
    ${ref(offer)}
  ></audio>${controls(view)}`;
}

function controls({ catalogue: { say }, asset: { duration }, recording: { strip } }: RecordingView): TemplateResult {
  return html`<abs-media-controls .say=${say} .seconds=${duration ?? 0} .scenes=${strip}></abs-media-controls>`;
}

function failedOf({ playingFailed }: Recording) {
  return ({ currentTarget }: Event) => playingFailed((currentTarget as HTMLMediaElement).error);
}

function waveform({ catalogue, asset, recording: { strip } }: RecordingView): TemplateResult {
  const seek = ({ currentTarget, clientX }: MouseEvent) => {
    const box = currentTarget as HTMLElement;
    const audio = box.parentElement?.querySelector('audio');
    const { left, width } = box.getBoundingClientRect();
    if (audio && Number.isFinite(audio.duration)) audio.currentTime = ((clientX - left) / width) * audio.duration;
  };
  // The waveform is for pointers only; the player below it seeks with the keyboard, too.
  return html`<div class="waveform" aria-hidden="true" dir="ltr" @click=${seek}>
    ${strip ? html`<div class="bars" ${styled({ 'mask-image': addressInStyle(strip) })}></div>` : nothing}
    ${strip ? nothing : html`<img alt="" src=${pictureAddress(catalogue.pictures.addressOf(asset, 512))} />`}
  </div>`;
}

function scenes({ say }: Catalogue, recording: Recording): TemplateResult | typeof nothing {
  const { strip } = recording;
  const tiles = sceneTiles(lengths.get(recording) ?? 0);
  if (!strip || !tiles) return nothing;
  const shown = Math.min(MAX_SCENES, tiles.count);
  const indexes = Array.from({ length: shown }, (_, place) => Math.floor((place * tiles.count) / shown));
  const go = (seconds: number) => (event: Event) => {
    const player = ((event.currentTarget as Element).getRootNode() as ShadowRoot).querySelector('video');
    if (player) player.currentTime = seconds;
  };
  return html`<div class="scenes" role="group" aria-label=${say('viewer.scenes')} dir="ltr">
    ${indexes.map((index) => {
      const time = clockTime(index * tiles.interval);
      return html`<button type="button" aria-label=${say('viewer.seek', { time })} @click=${go(index * tiles.interval)}>
        <span class="scene" ${styled(sceneTile(strip, tiles, index))}></span><span class="time">${time}</span>
      </button>`;
    })}
  </div>`;
}
