import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, clockTime } from '../texts/texts.ts';
import { toggleFullScreen } from '../theme/full-screen.ts';
import { laterIcon } from '../theme/later-icons.ts';
import styles from './media-controls.css';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** What changes the look of the controls. */
const EVENTS = [
  ...['play', 'pause', 'ended', 'timeupdate', 'seeking', 'durationchange', 'loadedmetadata'],
  ...['volumechange', 'ratechange'],
];

/** The controls of the film or sound beside it, which look the same in every browser, and as on the player's own page. */
export class AbsMediaControls extends CatalogueElement {
  static override properties: PropertyDeclarations = { seconds: { type: Number } };

  static override styles = [...CatalogueElement.styles, styles];

  /** The playing time in seconds, until the file says it; 0 if unknown. */
  declare seconds: number;

  #listening = new AbortController();

  constructor() {
    super();
    this.seconds = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { media } = this;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const draw = () => this.requestUpdate();
    for (const name of EVENTS) media?.addEventListener(name, draw, { signal });
    for (const name of ['addtrack', 'change']) media?.textTracks.addEventListener(name, draw, { signal });
    media?.addEventListener('click', () => this.toggle(), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
  }

  get media(): HTMLMediaElement | null {
    return this.parentElement?.querySelector('video, audio') ?? null;
  }

  /** Plays or pauses. Nothing happens if the browser refuses to play. */
  toggle(): void {
    const { media } = this;
    if (media?.paused) void media.play().catch(() => {});
    else media?.pause();
  }

  get #length(): number {
    const { duration = 0 } = this.media ?? {};
    return Number.isFinite(duration) && duration > 0 ? duration : this.seconds;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, media } = this;
    if (!catalogue || !media) return nothing;
    const { say } = catalogue;
    const length = this.#length;
    const [now, whole] = [clockTime(media.currentTime), clockTime(length)];
    const isMute = media.muted || media.volume === 0;
    const numberOf = ({ currentTarget }: Event) => Number((currentTarget as HTMLInputElement).value);
    return html`<input
        class="line"
        type="range"
        dir="ltr"
        min="0"
        max=${length}
        step="any"
        aria-label=${say('viewer.position')}
        aria-valuetext="${now} / ${whole}"
        .value=${live(String(media.currentTime))}
        @input=${(event: Event) => {
          media.currentTime = numberOf(event);
        }}
      />
      <div class="buttons" dir="ltr">
        ${this.#button(media.paused ? 'play' : 'pause', say(media.paused ? 'viewer.play' : 'viewer.pause'), 'play', () => this.toggle())}
        <span class="clock" aria-hidden="true"><b>${now}</b> / ${whole}</span>
        ${this.#button(isMute ? 'muted' : 'sound', say(isMute ? 'viewer.unmute' : 'viewer.mute'), '', () => {
          media.muted = !isMute;
          if (isMute && media.volume === 0) media.volume = 1;
        })}
        <input
          class="volume"
          type="range"
          min="0"
          max="1"
          step="0.05"
          aria-label=${say('viewer.volume')}
          .value=${live(String(isMute ? 0 : media.volume))}
          @input=${(event: Event) => {
            media.muted = false;
            media.volume = numberOf(event);
          }}
        />
        ${captionChoice(catalogue, media)}
        <select
          aria-label=${say('viewer.speed')}
          title=${say('viewer.speed')}
          @change=${(event: Event) => {
            media.playbackRate = numberOf(event);
          }}
        >
          ${SPEEDS.map((speed) => html`<option value=${speed} .selected=${speed === media.playbackRate}>${speed}×</option>`)}
        </select>
        ${media instanceof HTMLVideoElement ? this.#videoButtons(catalogue, media) : nothing}
      </div>`;
  }

  #videoButtons({ say }: Catalogue, video: HTMLVideoElement): TemplateResult {
    const refused = () => {};
    const apart = () =>
      document.pictureInPictureElement
        ? void document.exitPictureInPicture().catch(refused)
        : void video.requestPictureInPicture().catch(refused);
    return html`${document.pictureInPictureEnabled ? this.#button('pip', say('viewer.pip'), 'pip', apart) : nothing}
    ${document.fullscreenEnabled ? this.#button('fullscreen', say('viewer.full-screen'), '', () => toggleFullScreen(this.parentElement)) : nothing}`;
  }

  #button(icon: Parameters<typeof laterIcon>[0], label: string, className: string, run: () => void): TemplateResult {
    return html`<button type="button" class="quiet ${className}" title=${label} aria-label=${label} @click=${run}>
      ${laterIcon(icon)}
    </button>`;
  }
}

/** Draws the choice of captions; nothing without any. */
function captionChoice({ say }: Catalogue, { textTracks }: HTMLMediaElement): TemplateResult | typeof nothing {
  const tracks = [...textTracks];
  if (tracks.length === 0) return nothing;
  const choose = ({ currentTarget }: Event) => {
    const chosen = Number((currentTarget as HTMLSelectElement).value);
    for (const [at, track] of tracks.entries()) track.mode = at === chosen ? 'showing' : 'disabled';
  };
  const label = say('viewer.captions');
  return html`<select aria-label=${label} title=${label} @change=${choose}>
    <option value="-1">${say('viewer.captions-off')}</option>
    ${tracks.map((track, at) => html`<option value=${at} .selected=${track.mode === 'showing'}>${track.label}</option>`)}
  </select>`;
}

addTexts(EN_LATER);
define('abs-media-controls', AbsMediaControls);

declare global {
  interface HTMLElementTagNameMap {
    'abs-media-controls': AbsMediaControls;
  }
}
