/** Starts the page with a player, `asset.do?play`: plays its film or sound as soon as it is ready, with the controls of the viewer. */
import type { TextKey } from '../texts/en.ts';
import type { AbsMediaControls } from '../viewer/media-controls-element.ts';
import '../viewer/media-controls-element.ts';
import { MEDIA_KEYS } from '../viewer/media-keys.ts';
import { addressInStyle } from '../viewer/scene.ts';

/** Milliseconds without an answer, after which a recording counts as being prepared. */
const SLOW = 1500;

/** Milliseconds until controls over a film in full screen go while the pointer rests. */
const REST = 2500;

/** Times that the pictures along the time line and the chapters are asked for. The service may need a while to make them. */
const TRIES = 8;

const player = document.querySelector<HTMLElement>('#player');
const media = document.querySelector<HTMLMediaElement>('#media');
const controls = document.querySelector('abs-media-controls');
const notice = document.querySelector<HTMLElement>('#notice');
const big = document.querySelector<HTMLElement>('#big');
if (player && media && controls) start(player, media, controls);

function start(player: HTMLElement, media: HTMLMediaElement, controls: AbsMediaControls): void {
  const { stream = '', strip = '', chapters = '', seconds, labels = '{}' } = player.dataset;
  const texts: Readonly<Partial<Record<TextKey | 'preparing' | 'failed', string>>> = JSON.parse(labels);
  controls.say = (key) => texts[key] ?? '';
  controls.seconds = Number(seconds);

  function tell(text = '', isBusy = false): void {
    if (!notice) return;
    notice.textContent = text;
    notice.classList.toggle('busy', isBusy);
    notice.hidden = text === '';
  }

  /** The file may have to be converted first, so the page asks until it is ready. */
  async function begin(): Promise<void> {
    const slow = setTimeout(() => tell(texts.preparing, true), SLOW);
    for (;;) {
      const answer = await fetch(stream, { method: 'HEAD' }).catch(() => undefined);
      if (answer?.status !== 503) {
        clearTimeout(slow);
        tell(answer?.ok ? '' : texts.failed);
        if (!answer?.ok) return;
        media.src = stream;
        if (player.dataset['autoplay'] !== undefined) void media.play().catch(() => {});
        return;
      }
      tell(texts.preparing, true);
      const wait = Number(answer.headers.get('retry-after')) || 2;
      await new Promise((done) => setTimeout(done, 1000 * wait));
    }
  }

  /** Loads the scenes of a film or the waveform of a sound. */
  function loadStrip(): void {
    const picture = new Image();
    picture.onload = () => {
      if (media instanceof HTMLVideoElement) controls.scenes = strip;
      else drawWaveform(media, new URL(strip, location.href).href);
    };
    askFor(picture, strip);
  }

  media.addEventListener('error', () => tell(texts.failed));
  for (const event of ['play', 'seeking']) media.addEventListener(event, () => big?.setAttribute('hidden', ''));
  big?.addEventListener('click', () => controls.toggle());
  document.addEventListener('keydown', (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isFull = key === 'f' && media instanceof HTMLVideoElement;
    const [target] = event.composedPath();
    if (event.ctrlKey || event.altKey || event.metaKey || !(isFull || Object.hasOwn(MEDIA_KEYS, key))) return;
    if (target instanceof Element && target.matches(`select, input${key === ' ' ? ', button' : ''}`)) return;
    event.preventDefault();
    if (isFull) controls.toggleFullScreen();
    else MEDIA_KEYS[key]?.(controls, media);
  });
  if (media instanceof HTMLVideoElement) {
    media.addEventListener('dblclick', () => controls.toggleFullScreen());
    let rest: ReturnType<typeof setTimeout>;
    const awake = () => {
      player.classList.remove('still');
      clearTimeout(rest);
      rest = setTimeout(() => player.classList.toggle('still', !media.paused), REST);
    };
    for (const event of ['pointermove', 'pointerdown', 'keydown']) player.addEventListener(event, awake);
  }
  void begin();
  // The page is there without it.
  if (strip) addEventListener('load', loadStrip);
  // Later, because a film does not begin before the tracks that it has then.
  const addChapters = () =>
    askFor(media.appendChild(Object.assign(document.createElement('track'), { kind: 'chapters' })), chapters);
  media.addEventListener('loadedmetadata', addChapters, { once: true });
}

/** Asks for a part of the player, and again if it isn't there. */
function askFor(part: HTMLImageElement | HTMLTrackElement, address: string): void {
  let tries = 0;
  const ask = () => {
    tries += 1;
    part.src = address;
  };
  part.addEventListener('error', () => {
    if (tries < TRIES) setTimeout(ask, 1000 * 2 ** tries);
  });
  ask();
}

/** Draws the waveform above the controls, for pointers; the time line below it moves by keys, too. */
function drawWaveform(sound: HTMLMediaElement, address: string): void {
  const box = document.querySelector<HTMLElement>('#waveform');
  const bars = box?.appendChild(document.createElement('div'));
  if (!box || !bars) return;
  bars.style.maskImage = addressInStyle(address);
  const played = () => bars.style.setProperty('--_played', `${(100 * sound.currentTime) / sound.duration || 0}%`);
  for (const event of ['timeupdate', 'seeking']) sound.addEventListener(event, played);
  box.addEventListener('click', ({ clientX }) => {
    const { left, width } = box.getBoundingClientRect();
    if (sound.duration > 0) sound.currentTime = ((clientX - left) / width) * sound.duration;
  });
  played();
}
