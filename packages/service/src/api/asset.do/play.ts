import { ApiError } from '../../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import { planStrip } from '../../../../media/src/playback/strip.ts';
import { needsToken } from '../../auth/authentication.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import { type Context, fileOperation } from '../operation.ts';
import { oembedLink } from '../pages/link-tags.ts';
import { type PlayerLabel, plainPage, playerPage, type Recording } from '../pages/player/player-page.ts';
import { BOOLEAN, ID, mandatory, one, type Shape } from '../params.ts';
import { isReadyWithin, openerOf, type PlayableVersion, playableOf, requirePlayable } from '../playing.ts';
import { type FileReply, openBytes, tagOf } from '../replies.ts';
import { signedBelow } from '../signed.ts';
import { oembedAddress, titleOf } from '../unfolding.ts';

/** Seconds that a page without script waits: enough to inspect a file that needs no conversion. */
const NO_SCRIPT_SECONDS = 3;

/** Parameters of the player page; `preview` shares them. */
export const PAGE_PARAMS = {
  autoplay: one(BOOLEAN, '`true` starts playing, if the browser permits', { default: false }),
  nojs: one(BOOLEAN, '`true` returns a page without script', {
    default: false,
  }),
} as const satisfies Shape;

/** Headers of the player page; `preview` shares them. */
export const PAGE_HEADERS = {
  'content-security-policy': 'What the page may load, and which sites may embed it',
  'referrer-policy': 'Keeps addresses with a token or a signature from other sites',
};

/** GET /asset.do?play=<asset>: returns a page with a player. */
export const play = fileOperation({
  isSignable: true,
  summary: 'Player',
  description:
    'Returns a page with a player for a video or a sound, which plays what `stream` with `playable=true` sends. Any' +
    ' other asset is a 400. The page passes a token or a signature in its address on.',
  errors: ['asset_not_valid', 'asset_not_found', 'version_not_found', 'file_not_found'],
  mediaTypes: ['text/html', 'image/jpeg', 'text/vtt'],
  headers: PAGE_HEADERS,
  params: {
    play: mandatory(one(ID, 'ID of an asset that is a video or a sound')),
    version: one(ID, 'Number of a version; without it, the current one', { since: '2.9' }),
    ...PAGE_PARAMS,
    strip: one(BOOLEAN, '`true` returns the pictures along the time line of the player instead of the page', {
      default: false,
    }),
    chapters: one(
      BOOLEAN,
      '`true` returns the chapters of the file, at most 500, as a WebVTT track instead of the page; without chapters, one without cues',
      { default: false },
    ),
  },
  handle: async (context) => {
    const { params } = context;
    if (!params.strip && !params.chapters) return await playPage('play', params.play, params, context);
    const wanted = await requirePlayable('play', params.play, params.version, context);
    return await partReply(params.strip ? 'strip' : 'chapters', wanted, params.version !== undefined, context);
  },
});

/** Responds with the player page of an asset. `parameter` is the request parameter that names the asset. */
export async function playPage(
  parameter: string,
  id: number,
  { version, autoplay, nojs }: { version: number | undefined; autoplay: boolean; nojs: boolean },
  context: Context,
): Promise<FileReply> {
  const { settings, labels, caller, services } = context;
  const wanted = await requirePlayable(parameter, id, version, context);
  // Starts a conversion before the player asks for it. A page without script cannot ask twice, so it waits a little.
  const isReady = await isReadyWithin(nojs ? NO_SCRIPT_SECONDS : 0, wanted, context);
  const options = {
    language: labels.language,
    brand: services.brand.at(caller.depth, labels.language),
    autoplay,
    discovery: discoveryOf(wanted, context),
    root: '../'.repeat(caller.depth),
    label: (name: PlayerLabel) => labels.label(`player.${name}`),
  };
  const page = nojs
    ? plainPage(recordingOf(wanted, context), { ...options, isReady })
    : playerPage(recordingOf(wanted, context), options);
  const bytes = Buffer.from(page.html);
  return {
    mediaType: 'text/html; charset=UTF-8',
    etag: tagOf(page.html),
    size: bytes.length,
    maxAge: nojs && !isReady ? 0 : settings.cache.seconds,
    isPrivate: !caller.signedAs && needsToken(settings),
    headers: {
      'content-security-policy': `${page.policy}; frame-ancestors ${ancestors(settings)}`,
      'referrer-policy': caller.signedAs ? 'no-referrer' : 'same-origin',
    },
    open: openBytes(bytes),
  };
}

/** Leads to the same by oEmbed, where whoever embeds the page needs no rights of its caller. */
function discoveryOf({ asset, version }: PlayableVersion, context: Context): string {
  const { caller, settings, services } = context;
  if (caller.signedAs || needsToken(settings) || services.signIn.isRequired) return '';
  const url = `${caller.base}asset.do?play=${asset.id}`;
  return oembedLink(oembedAddress(url, context), titleOf({ fields: asset.fields, active: version }, context));
}

function recordingOf({ asset, version: shown }: PlayableVersion, context: Context): Recording {
  const { version, properties } = shown;
  const isVideo = properties.category === FILE_CATEGORIES.video;
  const address = (selector: string, more = '') =>
    withRights(`asset.do?${selector}=${asset.id}&version=${version}${more}`, context);
  return {
    kind: isVideo ? 'video' : 'audio',
    title: titleOf({ fields: asset.fields, active: shown }, context),
    stream: address('stream', '&playable=true'),
    poster: address('preview'),
    ...(isVideo && !planStrip(properties) ? {} : { strip: address('play', '&strip=true') }),
    chapters: address('play', '&chapters=true'),
    seconds: properties.durationSeconds,
  };
}

/**
 * Returns an address of this base address relative to the page, with what opened the page: browsers send no Authorization
 * header when a page loads its files, so the address has the token, or is signed with the same end.
 */
function withRights(address: string, context: Context): string {
  const { addressToken, depth, endpoint, signedAs } = context.caller;
  // The page may also be at `asset.do/play`.
  const base = '../'.repeat(depth - (endpoint === '' ? 0 : 1));
  const signed = signedAs && signedBelow(address, signedAs, context);
  const token = addressToken === undefined ? '' : `&token=${encodeURIComponent(addressToken)}`;
  return base + (signed ?? address + token);
}

async function partReply(
  kind: 'strip' | 'chapters',
  wanted: PlayableVersion,
  isOfVersion: boolean,
  context: Context,
): Promise<FileReply> {
  const part = await playableOf('play', { kind, source: wanted.source }, context);
  if (part.kind !== 'made') {
    const what = kind === 'strip' ? 'pictures along its time line' : 'chapters that can be read';
    throw new ApiError('file_not_found', `${kind}: asset ${wanted.asset.id} has no ${what}`);
  }
  return {
    mediaType: part.mediaType,
    etag: part.etag,
    size: part.size,
    maxAge: isOfVersion ? 'immutable' : context.settings.cache.seconds,
    open: openerOf(part, context),
  };
}

/** Only sites that may read responses (CORS) may embed the player in their pages. */
function ancestors({ cors }: EndpointSettings): string {
  return cors.origins.includes('*') ? '*' : ["'self'", ...cors.origins].join(' ');
}
