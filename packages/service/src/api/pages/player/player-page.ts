import { logoOf, type PageBrand, tabIconOf, titleOf } from '../brand.ts';
import { attributes, escapeHtml, sourceHash } from '../html.ts';
import { pageStyle } from '../page-style.ts';

/** The video or sound that a page plays. */
export interface Recording {
  readonly kind: 'video' | 'audio';
  /** What it is called: its title, else the name of the file. */
  readonly title: string;
  /** Address of the file; this and the other addresses are relative to the page. */
  readonly stream: string;
  readonly poster: string;
  /** Address of the preview strip along the timeline; absent if there is none. */
  readonly strip?: string;
  /** Address of the track with its chapters. */
  readonly chapters: string;
  /** Playing time in seconds; 0 if unknown. */
  readonly seconds: number;
}

/** Language, brand and behaviour of a player page. */
export interface PageOptions {
  readonly language: string;
  readonly brand: PageBrand;
  readonly autoplay: boolean;
  /** Address of the root of the service, relative to the page. */
  readonly root: string;
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
  | 'chapter'
  | 'preparing'
  | 'failed';

/** A rendered page with its security policy. */
export interface Page {
  readonly html: string;
  /** Content-Security-Policy without `frame-ancestors`: only what the page contains or references may run or load. */
  readonly policy: string;
}

const shipped = (name: string) => new URL(name, import.meta.url);
const CSS = pageStyle(shipped('head.css'), shipped('player.css'));
const PLAIN_CSS = pageStyle(shipped('head.css'), shipped('plain.css'));
const NO_ICON = 'data:,';
/** Seconds after which a page without script reloads while its file is being converted. */
const REFRESH_SECONDS = 10;

/** The texts of the page's script, by their names in the viewer, whose controls it has. */
const SPOKEN: Readonly<Record<string, PlayerLabel>> = {
  'viewer.play': 'play',
  'viewer.pause': 'pause',
  'viewer.mute': 'mute',
  'viewer.unmute': 'unmute',
  'viewer.speed': 'speed',
  'viewer.full-screen': 'fullscreen',
  'viewer.position': 'position',
  'viewer.volume': 'volume',
  'viewer.pip': 'pip',
  'viewer.chapter': 'chapter',
  preparing: 'preparing',
  failed: 'failed',
};

const PLAY_ICON = 'M8 5.3c0-.8.9-1.3 1.6-.9l10 6.7a1.1 1.1 0 0 1 0 1.8l-10 6.7c-.7.4-1.6-.1-1.6-.9z';

/** Renders the page with the controls of the viewer. */
export function playerPage(recording: Recording, options: PageOptions): Page {
  const { language, brand, autoplay, discovery, root, label } = options;
  const { kind, title, stream, poster, strip, chapters, seconds } = recording;
  const isVideo = kind === 'video';
  const labels = Object.fromEntries(Object.entries(SPOKEN).map(([key, each]) => [key, label(each)]));
  const data = Object.entries({ stream, strip, chapters, seconds, labels: JSON.stringify(labels) })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [`data-${key}`, String(value)] as const);
  if (autoplay) data.push(['data-autoplay', '']);
  const play = attributes([
    ['title', label('play')],
    ['aria-label', label('play')],
  ]);
  const media = `<${kind} id="media" preload="metadata" ${isVideo ? `playsinline ${attributes([['poster', poster]])}` : ''}></${kind}>`;
  const fallback = `<noscript>${tag(recording, false)}</noscript>`;
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${titleOf(title, brand)}</title>
${tabIconOf(brand, NO_ICON)}${discovery}
<style>${CSS}${brand.css}</style>
<script type="module" ${attributes([['src', `${root}elements/player-page.js`]])}></script>
</head>
<body>
<main id="player" class="${kind}" ${attributes(data)}>
${heading(title, brand)}
<div id="stage">
${isVideo ? `${media}<button type="button" id="big" ${play}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${PLAY_ICON}"/></svg></button>` : `<div id="waveform" aria-hidden="true"></div>${media}`}
${fallback}
<p id="notice" role="status" hidden></p>
</div>
<abs-media-controls></abs-media-controls>
</main>
</body>
</html>
`;
  return { html, policy: policy("script-src 'self'", CSS + brand.css) };
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
<title>${titleOf(recording.title, brand)}</title>
${tabIconOf(brand, NO_ICON)}${discovery}
${isReady ? '' : `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`}
<style>${PLAIN_CSS}${brand.css}</style>
</head>
<body>
<main class="${recording.kind}">
${heading(recording.title, brand)}
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

function tag({ kind, stream, poster, chapters }: Recording, autoplay: boolean): string {
  const picture: [string, string][] = kind === 'video' ? [['poster', poster]] : [];
  const player = `<${kind} controls ${kind === 'video' ? 'playsinline ' : ''}preload="metadata"${autoplay ? ' autoplay' : ''} ${attributes([['src', stream], ...picture])}><track kind="chapters" ${attributes([['src', chapters]])}></${kind}>`;
  return kind === 'video' ? player : `<img alt="" ${attributes([['src', poster]])}>${player}`;
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
