const player = document.getElementById('player');
const part = (id) => document.getElementById(id);
const media = part('media');
const line = part('line');
const { stream, strip, kind } = player.dataset;
const labels = JSON.parse(player.dataset.labels);
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const known = Number(player.dataset.seconds);

/** Length in seconds: that of the media element, or the service's value if the file does not state one. */
const length = () => (Number.isFinite(media.duration) && media.duration > 0 ? media.duration : known);
function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  const two = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return hours > 0
    ? `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
    : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

// The file may have to be converted first, so the page polls until it is ready.
function tell(text, isBusy) {
  part('notice').textContent = text;
  part('notice').classList.toggle('busy', isBusy);
  part('notice').hidden = text === '';
}
async function begin() {
  for (let slow = setTimeout(() => tell(labels.preparing, true), 1500); ; ) {
    const answer = await fetch(stream, { method: 'HEAD' }).catch(() => undefined);
    if (answer?.ok) {
      clearTimeout(slow);
      tell('', false);
      media.src = stream;
      if ('autoplay' in player.dataset) media.play().catch(() => {});
      return;
    }
    if (answer?.status !== 503) {
      clearTimeout(slow);
      return tell(labels.failed, false);
    }
    tell(labels.preparing, true);
    await new Promise((done) => setTimeout(done, 1000 * (Number(answer.headers.get('retry-after')) || 2)));
  }
}
media.addEventListener('error', () => tell(labels.failed, false));

function toggle() {
  if (!media.src) return;
  if (media.paused || media.ended) media.play().catch(() => {});
  else media.pause();
}
function seek(seconds) {
  if (!(length() > 0) || !media.src) return;
  media.currentTime = Math.min(length(), Math.max(0, seconds));
  draw();
}
function draw() {
  const share = length() > 0 ? Math.min(1, media.currentTime / length()) : 0;
  part('played').style.transform = `scaleX(${share})`;
  part('knob').style.left = `${share * 100}%`;
  part('now').textContent = clock(media.currentTime);
  part('whole').textContent = clock(length());
  line.setAttribute('aria-valuemax', Math.round(length()));
  line.setAttribute('aria-valuenow', Math.round(media.currentTime));
  line.setAttribute('aria-valuetext', `${clock(media.currentTime)} / ${clock(length())}`);
  const { buffered } = media;
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  part('loaded').style.transform = `scaleX(${length() > 0 ? Math.min(1, end / length()) : 0})`;
}
function name(button, label) {
  button.setAttribute('aria-label', label);
  button.title = label;
}
function drawState() {
  const isPlaying = !media.paused && !media.ended;
  part('play').classList.toggle('on', isPlaying);
  name(part('play'), isPlaying ? labels.pause : labels.play);
  if (part('big')) part('big').hidden = isPlaying || media.currentTime > 0;
  const isMute = media.muted || media.volume === 0;
  name(part('mute'), isMute ? labels.unmute : labels.mute);
  part('mute').classList.toggle('on', isMute);
  part('volume').value = isMute ? 0 : media.volume;
  part('speed').value = String(media.playbackRate);
}
for (const event of ['timeupdate', 'progress', 'durationchange', 'seeked', 'loadedmetadata'])
  media.addEventListener(event, draw);
for (const event of ['play', 'pause', 'ended', 'volumechange', 'ratechange', 'seeked'])
  media.addEventListener(event, drawState);
(function glide() {
  if (!media.paused) draw();
  requestAnimationFrame(glide);
})();

// Timeline: dragging seeks, and shows the target position before the pointer is released.
const shareAt = (event) => {
  const { left, width } = line.getBoundingClientRect();
  return Math.min(1, Math.max(0, (event.clientX - left) / width));
};
function showTip(event) {
  const share = shareAt(event);
  const seconds = share * length();
  part('tip-time').textContent = clock(seconds);
  part('tip').hidden = !(length() > 0);
  const { interval, columns, width, height } = player.dataset;
  if (part('tile').dataset.ready && interval) {
    const at = Math.floor(seconds / Number(interval));
    part('tile').style.backgroundPosition = `-${(at % columns) * width}px -${Math.floor(at / columns) * height}px`;
  }
  const room = line.clientWidth - part('tip').offsetWidth;
  part('tip').style.left = `${Math.min(room, Math.max(0, share * line.clientWidth - part('tip').offsetWidth / 2))}px`;
}
line.addEventListener('pointerdown', (event) => {
  if (event.button !== 0) return;
  line.setPointerCapture(event.pointerId);
  seek(shareAt(event) * length());
  showTip(event);
});
line.addEventListener('pointermove', (event) => {
  showTip(event);
  if (line.hasPointerCapture(event.pointerId)) seek(shareAt(event) * length());
});
for (const event of ['pointerleave', 'pointerup', 'pointercancel'])
  line.addEventListener(event, () => (part('tip').hidden = true));

/** Loads the preview strip of a video or the waveform of a sound. The service may need a while to make it. */
function loadStrip(tries = 0) {
  if (!strip) return;
  const picture = new Image();
  picture.onload = () => {
    if (kind === 'audio') {
      line.style.setProperty('--bars', `url("${new URL(strip, location.href)}")`);
      line.classList.add('drawn');
      return;
    }
    const { width, height } = player.dataset;
    Object.assign(part('tile').style, {
      width: `${width}px`,
      height: `${height}px`,
      backgroundImage: `url("${new URL(strip, location.href)}")`,
    });
    part('tile').dataset.ready = 'true';
  };
  picture.onerror = () => {
    if (tries < 8) setTimeout(() => loadStrip(tries + 1), 2000 * 2 ** tries);
  };
  picture.src = strip;
}

function speedBy(steps) {
  const at = SPEEDS.indexOf(media.playbackRate);
  media.playbackRate = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? 2 : at) + steps))];
}
function volumeBy(change) {
  media.muted = false;
  media.volume = Math.min(1, Math.max(0, media.volume + change));
}
function wholeScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (player.requestFullscreen) player.requestFullscreen().catch(() => {});
  // iPhones allow full screen only for the video element itself.
  else media.webkitEnterFullscreen?.();
}
const KEYS = {
  ' ': toggle,
  k: toggle,
  j: () => seek(media.currentTime - 10),
  l: () => seek(media.currentTime + 10),
  ArrowLeft: () => seek(media.currentTime - 5),
  ArrowRight: () => seek(media.currentTime + 5),
  ArrowUp: () => volumeBy(0.1),
  ArrowDown: () => volumeBy(-0.1),
  Home: () => seek(0),
  End: () => seek(length()),
  m: () => (media.muted = !media.muted),
  f: () => kind === 'video' && wholeScreen(),
  '<': () => speedBy(-1),
  '>': () => speedBy(1),
};
for (let tenth = 0; tenth < 10; tenth++) KEYS[tenth] = () => seek((length() * tenth) / 10);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
  if (event.target.closest('select, input')) return;
  if (event.key === ' ' && event.target.closest('button')) return;
  event.preventDefault();
  KEYS[event.key]();
});

part('play').addEventListener('click', toggle);
part('big')?.addEventListener('click', toggle);
part('mute').addEventListener('click', () => (media.muted = !media.muted));
part('volume').addEventListener('input', ({ target }) => {
  media.muted = false;
  media.volume = Number(target.value);
});
part('speed').addEventListener('change', ({ target }) => (media.playbackRate = Number(target.value)));
if (kind === 'video') {
  media.addEventListener('click', toggle);
  media.addEventListener('dblclick', wholeScreen);
  part('full').addEventListener('click', wholeScreen);
  part('pip').hidden = !document.pictureInPictureEnabled;
  part('pip').addEventListener('click', () => {
    (document.pictureInPictureElement ? document.exitPictureInPicture() : media.requestPictureInPicture()).catch(
      () => {},
    );
  });
  let rest;
  const awake = () => {
    player.classList.remove('still');
    clearTimeout(rest);
    rest = setTimeout(() => player.classList.toggle('still', !media.paused), 2500);
  };
  for (const event of ['pointermove', 'pointerdown', 'keydown']) player.addEventListener(event, awake);
}
draw();
drawState();
begin();
loadStrip();
