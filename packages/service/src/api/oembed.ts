import { ApiError } from '../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import type { Asset, Version } from '../../../core/src/domain/model.ts';
import { isPlaceholder, plannedSize, previewSize } from '../../../media/src/pictures/preview-size.ts';
import { requireAsset, requireVersion } from './assets.ts';
import type { Context } from './operation.ts';
import { attributes, escapeHtml } from './pages/html.ts';
import { integerFrom, mandatory, one, oneWord, TEXT } from './params.ts';
import { documentOperation } from './path-operation.ts';
import { planPicture, tagFor } from './pictures/plan-picture.ts';
import type { Wish } from './pictures/wish.ts';
import { parseQuery, type Query } from './query.ts';
import { siteAddress, siteOf, titleOf } from './unfolding.ts';

/** Sizes where the caller sets no limit: of the player of a sound, of what has no picture, and the widest player of a film. */
const SOUND: Size = { width: 640, height: 200 };
const LINK: Size = { width: 600, height: 100 };
const FILM: Size = { width: 1024, height: 1024 };
/** Size of a film that doesn't tell its own. */
const USUAL_FILM: Size = { width: 1024, height: 576 };

/** GET /oembed?url=<address>: says how another site embeds what is at an address of this service (oEmbed 1.0). */
export const oembed = documentOperation({
  name: 'oembed',
  path: '/oembed',
  parts: {},
  summary: 'How another site embeds an asset',
  description:
    'Returns title, size and picture or HTML of an asset for a site that embeds addresses (oEmbed 1.0). `url` is ' +
    'the address of the page of an asset, `/?asset=1047`, or of `play` or `preview`, at this base address; any ' +
    'other is a 404.',
  params: {
    url: mandatory(one(TEXT, 'The address, percent-encoded')),
    maxwidth: one(integerFrom(1), 'Most pixels in width'),
    maxheight: one(integerFrom(1), 'Most pixels in height'),
    format: one(oneWord('json', 'xml'), '`json`; `xml` gets status 501', { default: 'json' }),
  },
  errors: ['asset_not_found', 'version_not_found', 'not_configured'],
  mediaTypes: ['application/json'],
  isOffered: () => true,
  handle: async (context) => {
    const { url, maxwidth, maxheight, format } = context.params;
    if (format === 'xml') throw new ApiError('not_configured', 'format: only json is offered');
    const asked = askedBy(url, context);
    if (!asked) throw new ApiError('asset_not_found', 'url: no asset is at this address');
    const asset = await requireAsset('url', asked.id, context);
    const version = await requireVersion(asset, asked.version, context);
    const most = { width: maxwidth ?? Number.POSITIVE_INFINITY, height: maxheight ?? Number.POSITIVE_INFINITY };
    return { document: describe({ asset, version }, most, context) };
  },
});

/** What an address asks for. */
interface Asked {
  readonly id: number;
  readonly version: number | undefined;
}

/** Reads the address of an asset at this base address; undefined for any other text. */
function askedBy(text: string, { caller }: Context): Asked | undefined {
  if (!URL.canParse(text) || !URL.canParse(caller.base)) return undefined;
  const { origin, username, password, pathname, search, hash } = new URL(text);
  const base = new URL(caller.base);
  if (origin !== base.origin || username !== '' || password !== '' || !pathname.startsWith(base.pathname))
    return undefined;
  const path = pathname.slice(base.pathname.length);
  const query = parseQuery(search.slice(1), () => {});
  if (path === '' && caller.endpoint === '') {
    // The page itself keeps its place behind `#`.
    const place = query.has('asset') ? query : parseQuery(hash.slice(1), () => {});
    return ofNames(place, ['asset']);
  }
  const [, inPath] = /^asset\.do(?:\/(play|preview))?$/.exec(path) ?? [];
  if (!/^asset\.do/.test(path) || (path !== 'asset.do' && inPath === undefined)) return undefined;
  return ofNames(query, inPath === undefined ? ['play', 'preview'] : [inPath]);
}

function ofNames(query: Query, names: readonly string[]): Asked | undefined {
  const [name, ...others] = names.filter((each) => query.has(each));
  const id = name !== undefined && others.length === 0 ? idIn(query, name) : undefined;
  return id === undefined ? undefined : { id, version: idIn(query, 'version') };
}

function idIn(query: Query, name: string): number | undefined {
  const [text = '', ...more] = query.get(name) ?? [];
  return more.length === 0 && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

interface Embedded {
  readonly asset: Asset;
  readonly version: Version;
}

function describe({ asset, version }: Embedded, most: Size, context: Context): Readonly<Record<string, unknown>> {
  const { base } = context.caller;
  const title = titleOf({ fields: asset.fields, active: version }, context);
  const pictures = picturesOf({ asset, version }, most, context);
  const thumbnail = pictures.findLast((picture) => fits(picture, most));
  const common = {
    version: '1.0',
    title,
    provider_name: siteOf(context) ?? new URL(base).host,
    provider_url: siteAddress(context.caller),
    ...(thumbnail && {
      thumbnail_url: thumbnail.src,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
  };
  const { category } = version.properties;
  const hasFile = version.file !== undefined;
  const isPlayed = hasFile && (category === FILE_CATEGORIES.video || category === FILE_CATEGORIES.audio);
  if (isPlayed && !context.validity.isRefused(asset)) {
    const size = within(playerSize(version), most);
    const player = attributes([
      ['src', `${base}asset.do?play=${asset.id}`],
      ['title', title],
      ['width', String(size.width)],
      ['height', String(size.height)],
      ['style', 'border:0'],
      ['allow', 'autoplay; fullscreen; picture-in-picture'],
    ]);
    return { type: 'video', ...common, html: `<iframe ${player} allowfullscreen></iframe>`, ...size };
  }
  const fitting = pictures.find((each) => fits(each, most));
  if (fitting && hasFile && category === FILE_CATEGORIES.image) {
    const { src, width, height } = fitting;
    return { type: 'photo', ...common, url: src, width, height };
  }
  // A page may show a picture smaller than it is; the size of a photo is that of its pixels.
  const picture = fitting ?? scaled(pictures.at(-1), most);
  const href = context.caller.endpoint === '' ? `${base}?asset=${asset.id}` : `${base}asset.do?preview=${asset.id}`;
  const size = picture ?? within(LINK, most);
  const content = picture
    ? `<img ${attributes([
        ['src', picture.src],
        ['alt', title],
        ['width', String(picture.width)],
        ['height', String(picture.height)],
      ])}>`
    : escapeHtml(title);
  const html = `<a ${attributes([['href', href]])}>${content}</a>`;
  return { type: 'rich', ...common, html, width: size.width, height: size.height };
}

interface Picture extends Size {
  readonly src: string;
}

/** The pictures of a version whose sizes are known before they are drawn, the one that is best for these limits first. */
function picturesOf({ asset, version }: Embedded, most: Size, context: Context): readonly Picture[] {
  const { caller, settings, services } = context;
  const { thumb, preview } = settings;
  if (isPlaceholder(version, services)) return [];
  const end = `&version=${version.version}&img=${tagFor(asset, version, context)}`;
  const forms = [
    ['preview', preview.size, ''],
    ['thumb', Math.min(2 * thumb.size, thumb.big), '&middle=true'],
    ['thumb', thumb.size, ''],
  ] as const;
  const stored = forms.flatMap(([kind, box, more]) => {
    const size = previewSize(version, box, services);
    return size.width > 0 ? [{ src: `${caller.base}asset.do?${kind}=${asset.id}${more}${end}`, ...size }] : [];
  });
  const [first] = stored;
  if (!first || fits(first, most)) return stored;
  // Between the stored sizes.
  const made = wishesWithin(most, settings).flatMap((wish) => {
    const { plan } = planPicture(asset, version, { ...wish, page: 0, accepted: 'other' }, context);
    const query = Object.entries(wish).map(([name, pixels]) => `&${name}=${pixels}`);
    const size = plannedSize(version, plan, services);
    const src = `${caller.base}asset.do?picture=${asset.id}${query.join('')}${end}`;
    return fits(size, most) && size.width > 0 ? [{ src, ...size }] : [];
  });
  return [...made, ...stored];
}

/** The boxes within these limits of which everybody may have a picture, the largest first. */
function wishesWithin(most: Size, { picture, preview }: Context['settings']): readonly Wish[] {
  if (picture.allow === 'widths') {
    const widths = picture.widths.filter((width) => width <= most.width);
    return widths.sort((one, other) => other - one).map((width) => ({ width }));
  }
  const side = Math.min(preview.size, picture.maxSize);
  const exact = { width: Math.min(most.width, side), height: Math.min(most.height, side) };
  return picture.allow === 'any' ? [exact] : [];
}

function playerSize({ properties: { category, width, height } }: Version): Size {
  if (category === FILE_CATEGORIES.audio) return SOUND;
  return within(width > 0 && height > 0 ? { width, height } : USUAL_FILM, FILM);
}

function fits({ width, height }: Size, most: Size): boolean {
  return width <= most.width && height <= most.height;
}

/** A picture for fewer pixels than it has. */
function scaled(picture: Picture | undefined, most: Size): Picture | undefined {
  return picture && { ...picture, ...within(picture, most) };
}

/** Shrinks a size with its proportions. */
function within({ width, height }: Size, most: Size): Size {
  const factor = Math.min(1, most.width / width, most.height / height);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * factor));
  return { width: side(width), height: side(height) };
}
