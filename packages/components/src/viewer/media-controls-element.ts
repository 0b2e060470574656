import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { define } from '../catalogue/define.ts';
import { clockTime } from '../texts/clock-time.ts';
import type { Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import { toggleFullScreen } from '../theme/full-screen.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { styled } from '../theme/styled.ts';
import tokens from '../theme/tokens.css';
import { type Chapter, chapterAfter, chapterAt, chaptersOf } from './chapters.ts';
import styles from './media-controls.css';
import { sceneTile } from './scene.ts';
import { sceneTiles } from './strip.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** What changes the look of the controls. */
const EVENTS = [
  ...['play', 'pause', 'ended', 'timeupdate', 'seeking', 'durationchange', 'loadedmetadata'],
  ...['volumechange', 'ratechange'],
];

/** More marks than this would be a bar. */
const MAX_MARKS = 100;

/** Half of the knob of the time line in pixels: its middle goes no further to the ends. */
const KNOB = 8;

interface IPhoneFilm extends HTMLVideoElement {
  readonly webkitEnterFullscreen?: () => void;
}

/** The controls of the film or sound beside it, which look the same in every browser, in the viewer and on the player's own page. */
export class AbsMediaControls extends LitElement {
  static override properties: PropertyDeclarations = {
    say: { attribute: false },
    seconds: { type: Number },
    scenes: { attribute: false },
    pointed: { state: true },
    told: { state: true },
  };

  static override styles = [tokens, controls, styles];

  declare say: Say;
  /** The playing time in seconds, until the file says it; 0 if unknown. */
  declare seconds: number;
  /** Address of the picture of scenes, which the time line shows to a pointer; undefined without one. */
  declare scenes: string | undefined;

  /** Where a pointer is on the time line, as a share of it. */
  declare private pointed: number | undefined;
  /** The chapter that a key has led to, for screen readers. */
  declare private told: string;

  #listening = new AbortController();
  #chapters: readonly Chapter[] = [];

  constructor() {
    super();
    this.seconds = 0;
    this.told = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { media } = this;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const draw = () => this.requestUpdate();
    const read = () => {
      this.#chapters = media ? chaptersOf(media) : [];
      draw();
    };
    for (const name of EVENTS) media?.addEventListener(name, draw, { signal });
    for (const name of ['addtrack', 'change']) media?.textTracks.addEventListener(name, read, { signal });
    media?.addEventListener('loadedmetadata', read, { signal });
    // The file of a track that belongs to it has arrived, which does not bubble.
    media?.addEventListener('load', read, { signal, capture: true });
    media?.addEventListener('click', () => this.toggle(), { signal });
    read();
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

  /** Shows a film in full screen, or leaves it; iPhones show nothing but the film itself so. */
  toggleFullScreen(): void {
    const { media } = this;
    if (document.fullscreenEnabled) toggleFullScreen(this.parentElement);
    else if (media instanceof HTMLVideoElement) (media as IPhoneFilm).webkitEnterFullscreen?.();
  }

  /** Goes to the next or the previous chapter, and says its name. Nothing happens without one. */
  goToChapter(by: 1 | -1): void {
    const { media } = this;
    const chapter = media && chapterAfter(this.#chapters, media.currentTime, by);
    if (!chapter) return;
    media.currentTime = chapter.start;
    this.told = chapter.name;
  }

  /** The playing time in seconds; 0 if unknown. */
  get length(): number {
    const { duration = 0 } = this.media ?? {};
    return Number.isFinite(duration) && duration > 0 ? duration : this.seconds;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { media, say, length } = this;
    if (!media) return nothing;
    const [now, whole] = [clockTime(media.currentTime), clockTime(length)];
    const chapter = this.#chapters[chapterAt(this.#chapters, media.currentTime)]?.name;
    const isMute = media.muted || media.volume === 0;
    return html`<div class="time" dir="ltr" @pointermove=${this.#point} @pointerleave=${this.#leave}>
        <input
          class="line"
          type="range"
          min="0"
          max=${length}
          step="any"
          aria-label=${say('viewer.position')}
          aria-valuetext="${now} / ${whole}${chapter ? `, ${chapter}` : ''}"
          .value=${live(String(media.currentTime))}
          @input=${(event: Event) => {
            media.currentTime = numberOf(event);
          }}
          @keydown=${this.#keyPressed}
        />
        ${this.#marks(length)} ${this.#tip(media, length)}
      </div>
      <div class="buttons" dir="ltr">
        ${this.#button(media.paused ? 'play' : 'pause', say(media.paused ? 'viewer.play' : 'viewer.pause'), 'play', () => this.toggle())}
        <span class="clock" aria-hidden="true"><b>${now}</b> / ${whole}</span>
        ${this.#chapterChoice(media)}
        <span class="space"></span>
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
        ${this.#captionChoice(media)}
        <select
          aria-label=${say('viewer.speed')}
          title=${say('viewer.speed')}
          @change=${(event: Event) => {
            media.playbackRate = numberOf(event);
          }}
        >
          ${SPEEDS.map((speed) => html`<option value=${speed} .selected=${speed === media.playbackRate}>${speed}×</option>`)}
        </select>
        ${media instanceof HTMLVideoElement ? this.#videoButtons(media) : nothing}
      </div>
      <div class="unseen" role="status">${this.told}</div>`;
  }

  readonly #point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    this.pointed = Math.min(1, Math.max(0, (clientX - left - KNOB) / (width - 2 * KNOB)));
  };

  readonly #leave = (): void => {
    this.pointed = undefined;
  };

  /** A slider makes larger steps by Page Up and Page Down. */
  readonly #keyPressed = (event: KeyboardEvent): void => {
    const by = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : undefined;
    if (by === undefined || this.#chapters.length === 0) return;
    event.preventDefault();
    this.goToChapter(by);
  };

  /** Marks where chapters begin. */
  #marks(length: number): TemplateResult | typeof nothing {
    const marked = this.#chapters.filter(({ start }) => start > 0);
    if (!(length > 0) || marked.length === 0 || marked.length > MAX_MARKS) return nothing;
    return html`<div class="marks" aria-hidden="true">
      ${marked.map(({ start }) => html`<i ${styled({ left: `${(100 * start) / length}%` })}></i>`)}
    </div>`;
  }

  /** Shows what is at the place under the pointer: its scene, time and chapter. */
  #tip(media: HTMLMediaElement, length: number): TemplateResult | typeof nothing {
    if (this.pointed === undefined || !(length > 0)) return nothing;
    const seconds = this.pointed * length;
    const tiles = media instanceof HTMLVideoElement && this.scenes ? sceneTiles(length) : undefined;
    const chapter = this.#chapters[chapterAt(this.#chapters, seconds)]?.name;
    const { videoWidth, videoHeight } = media instanceof HTMLVideoElement ? media : { videoWidth: 0, videoHeight: 0 };
    const index = tiles && Math.min(tiles.count - 1, Math.floor(seconds / tiles.interval));
    return html`<div class="tip" aria-hidden="true" ${styled({ '--_at': `${100 * this.pointed}%` })}>
      ${
        this.scenes && tiles && index !== undefined && videoHeight > 0
          ? html`<div class="scene" ${styled({ 'aspect-ratio': `${videoWidth} / ${videoHeight}`, ...sceneTile(this.scenes, tiles, index) })}
          ></div>`
          : nothing
      }
      <span><b>${clockTime(seconds)}</b> ${chapter}</span>
    </div>`;
  }

  /** Draws the choice of chapters, which also says the one that is played; nothing without any. */
  #chapterChoice(media: HTMLMediaElement): TemplateResult | typeof nothing {
    const chapters = this.#chapters;
    if (chapters.length === 0) return nothing;
    const label = this.say('viewer.chapter');
    const current = chapterAt(chapters, media.currentTime);
    const choose = (event: Event) => {
      media.currentTime = chapters[numberOf(event)]?.start ?? 0;
    };
    return html`<select class="chapters" aria-label=${label} title=${label} @change=${choose}>
      ${current < 0 ? html`<option value="-1" selected disabled>${label}</option>` : nothing}
      ${chapters.map(
        ({ start, name }, at) =>
          html`<option value=${at} .selected=${at === current}>${clockTime(start)} ${name}</option>`,
      )}
    </select>`;
  }

  /** Draws the choice of captions; nothing without any. */
  #captionChoice({ textTracks }: HTMLMediaElement): TemplateResult | typeof nothing {
    const tracks = [...textTracks].filter(({ kind }) => kind !== 'chapters');
    if (tracks.length === 0) return nothing;
    const choose = (event: Event) => {
      const chosen = numberOf(event);
      for (const [at, track] of tracks.entries()) track.mode = at === chosen ? 'showing' : 'disabled';
    };
    const label = this.say('viewer.captions');
    return html`<select class="captions" aria-label=${label} title=${label} @change=${choose}>
      <option value="-1">${this.say('viewer.captions-off')}</option>
      ${tracks.map((track, at) => html`<option value=${at} .selected=${track.mode === 'showing'}>${track.label}</option>`)}
    </select>`;
  }

  #videoButtons(video: HTMLVideoElement): TemplateResult {
    const { say } = this;
    const refused = () => {};
    const apart = () =>
      document.pictureInPictureElement
        ? void document.exitPictureInPicture().catch(refused)
        : void video.requestPictureInPicture().catch(refused);
    return html`${document.pictureInPictureEnabled ? this.#button('pip', say('viewer.pip'), 'pip', apart) : nothing}
    ${document.fullscreenEnabled || 'webkitEnterFullscreen' in video ? this.#button('fullscreen', say('viewer.full-screen'), '', () => this.toggleFullScreen()) : nothing}`;
  }

  #button(icon: Parameters<typeof laterIcon>[0], label: string, className: string, run: () => void): TemplateResult {
    return html`<button type="button" class="quiet ${className}" title=${label} aria-label=${label} @click=${run}>
      ${laterIcon(icon)}
    </button>`;
  }
}

function numberOf({ currentTarget }: Event): number {
  return Number((currentTarget as HTMLInputElement | HTMLSelectElement).value);
}

define('abs-media-controls', AbsMediaControls);

declare global {
  interface HTMLElementTagNameMap {
    'abs-media-controls': AbsMediaControls;
  }
}
