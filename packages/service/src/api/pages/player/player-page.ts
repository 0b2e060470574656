import { readFileSync } from 'node:fs';
import { logoOf, type PageBrand, tabIconOf, titleOf } from '../brand.ts';
import { attributes, escapeHtml, sourceHash } from '../html.ts';
import { pageStyle } from '../page-style.ts';

/** The video or sound that a page plays. */
export interface Recording {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  /** Address of the file; this and the other addresses are relative to the page. */
  readonly stream: string;
  readonly poster: string;
  /** Address of the preview strip along the timeline; absent if there is none. */
  readonly strip?: string;
  /** Layout of a video's preview strip: tile size in pixels, and the interval between tiles in seconds. */
  readonly tiles?: {
    readonly width: number;
    readonly height: number;
    readonly columns: number;
    readonly interval: number;
  };
  /** Playing time in seconds; 0 if unknown. */
  readonly seconds: number;
}

/** Language, brand and behaviour of a player page. */
export interface PageOptions {
  readonly language: string;
  readonly brand: PageBrand;
  readonly autoplay: boolean;
  /** Leads programs to the same by oEmbed; '' where there is nothing. */
  readonly discovery: string;
  /** Returns a text of the page. */
  readonly label: (name: PlayerLabel) => string;
}

export type PlayerLabel =
  | 'play'
  | 'pause'
  | 'mute'
  | 'unmute'
  | 'speed'
  | 'fullscreen'
  | 'position'
  | 'volume'
  | 'pip'
  | 'preparing'
  | 'failed';

/** A rendered page with its security policy. */
export interface Page {
  readonly html: string;
  /** Content-Security-Policy without `frame-ancestors`: only what the page contains or references may run or load. */
  readonly policy: string;
}

const shipped = (name: string) => new URL(name, import.meta.url);
const CSS = pageStyle(shipped('player.css'));
const SCRIPT = readFileSync(shipped('player.js'), 'utf8');
const PLAIN_CSS = pageStyle(shipped('plain.css'));
const NO_ICON = 'data:,';
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** Seconds after which a page without script reloads while its file is being converted. */
const REFRESH_SECONDS = 10;

/** Texts that the script sets itself. */
const SPOKEN: readonly PlayerLabel[] = ['play', 'pause', 'mute', 'unmute', 'preparing', 'failed'];

const FULL_ICON = 'M5 5h5v2H7v3H5zm9 0h5v5h-2V7h-3zM5 14h2v3h3v2H5zm12 0h2v5h-5v-2h3z';
const PIP_ICON = 'M4 5h16a1 1 0 0 1 1 1v6h-2V7H5v10h6v2H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm9 9h8v5h-8z';
const PLAY_ICON = 'M8 5.3c0-.8.9-1.3 1.6-.9l10 6.7a1.1 1.1 0 0 1 0 1.8l-10 6.7c-.7.4-1.6-.1-1.6-.9z';

/** Renders the page with the service's own player. */
export function playerPage(recording: Recording, { language, brand, autoplay, discovery, label }: PageOptions): Page {
  const { kind, name, stream, poster, strip, tiles, seconds } = recording;
  const isVideo = kind === 'video';
  const labels = Object.fromEntries(SPOKEN.map((each) => [each, label(each)]));
  const data = Object.entries({ kind, stream, strip, ...tiles, seconds, labels: JSON.stringify(labels) })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [`data-${key}`, String(value)] as const);
  if (autoplay) data.push(['data-autoplay', '']);
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${titleOf(name, brand)}</title>
${tabIconOf(brand, NO_ICON)}${discovery}
<style>${CSS}${brand.css}</style>
</head>
<body>
<main id="player" class="${kind}" ${attributes(data)}>
<div class="card">
${heading(name, brand)}
<div id="stage">
<${kind} id="media" preload="metadata"${isVideo ? ` playsinline ${attributes([['poster', poster]])}` : ''}></${kind}>
${isVideo ? button('big', label('play'), PLAY_ICON) : ''}
<p id="notice" role="status" hidden></p>
<noscript>${tag(recording, false)}</noscript>
</div>
<div id="bar">
<div id="line" role="slider" tabindex="0" aria-label="${escapeHtml(label('position'))}" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0">
<div class="groove"><i id="loaded"></i><i id="played"></i></div><div id="knob"></div>
<div id="tip" hidden><div id="tile"></div><span id="tip-time"></span></div>
</div>
<div id="buttons">
<button type="button" id="play" title="${escapeHtml(label('play'))}" aria-label="${escapeHtml(label('play'))}"><svg viewBox="0 0 24 24" aria-hidden="true"><path id="icon-play" d="${PLAY_ICON}"/><path id="icon-pause" d="M7 5h3.500v14H7zM13.500 5H17v14h-3.500z"/></svg></button>
<span id="clock"><b id="now">0:00</b> / <span id="whole">0:00</span></span>
<span class="space"></span>
<button type="button" id="mute" title="${escapeHtml(label('mute'))}" aria-label="${escapeHtml(label('mute'))}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9v6h4l5 4.500v-15L8 9z"/><path id="icon-sound" d="M15.500 8.100v7.800a4.300 4.300 0 0 0 0-7.800zm0-3.900v2a6.200 6.200 0 0 1 0 11.600v2a8.100 8.100 0 0 0 0-15.600z"/><path id="icon-mute" d="M21.500 9.900l-1.400-1.400-2.100 2.100-2.100-2.100-1.400 1.400 2.100 2.100-2.100 2.100 1.400 1.400 2.100-2.100 2.100 2.100 1.400-1.400-2.100-2.100z"/></svg></button>
<input type="range" id="volume" min="0" max="1" step="0.05" value="1" aria-label="${escapeHtml(label('volume'))}">
<select id="speed" title="${escapeHtml(label('speed'))}" aria-label="${escapeHtml(label('speed'))}">${SPEEDS.map((speed) => `<option value="${speed}"${speed === 1 ? ' selected' : ''}>${speed}×</option>`).join('')}</select>
${isVideo ? button('pip', label('pip'), PIP_ICON) + button('full', label('fullscreen'), FULL_ICON) : ''}
</div>
</div>
</div>
</main>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
  return { html, policy: policy(`script-src ${sourceHash(SCRIPT)}`, CSS + brand.css) };
}

/**
 * Renders the page with the browser's built-in player, without any script. `isReady` is false while the file is being
 * converted.
 */
export function plainPage(recording: Recording, options: PageOptions & { readonly isReady: boolean }): Page {
  const { language, brand, autoplay, discovery, label, isReady } = options;
  const waiting = `<img alt="" ${attributes([['src', recording.poster]])}><p role="status">${escapeHtml(label('preparing'))}</p>`;
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${titleOf(recording.name, brand)}</title>
${tabIconOf(brand, NO_ICON)}${discovery}
${isReady ? '' : `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`}
<style>${PLAIN_CSS}${brand.css}</style>
</head>
<body>
<main class="${recording.kind}">
${heading(recording.name, brand)}
${isReady ? tag(recording, autoplay) : waiting}
</main>
</body>
</html>
`;
  return { html, policy: policy("script-src 'none'", PLAIN_CSS + brand.css) };
}

/** Renders the name of the recording, and beside it the logo, or the name of the catalogue where there is no logo. */
function heading(title: string, brand: PageBrand): string {
  const { name = '', logo } = brand;
  const mark = logo === undefined ? escapeHtml(name) : logoOf(brand, name);
  return `<div class="head"><h1>${escapeHtml(title)}</h1>${mark === '' ? '' : `<p class="brand">${mark}</p>`}</div>`;
}

function tag({ kind, stream, poster }: Recording, autoplay: boolean): string {
  const picture: [string, string][] = kind === 'video' ? [['poster', poster]] : [];
  const player = `<${kind} controls ${kind === 'video' ? 'playsinline ' : ''}preload="metadata"${autoplay ? ' autoplay' : ''} ${attributes([['src', stream], ...picture])}></${kind}>`;
  return kind === 'video' ? player : `<img alt="" ${attributes([['src', poster]])}>${player}`;
}

function button(id: string, label: string, icon: string): string {
  const names = attributes([
    ['title', label],
    ['aria-label', label],
  ]);
  return `<button type="button" id="${id}" ${names}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg></button>`;
}

function policy(scripts: string, css: string): string {
  return [
    "default-src 'none'",
    scripts,
    `style-src ${sourceHash(css)}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
