import { ApiError } from '../../../../core/src/domain/errors.ts';
import { isSame, type Size } from '../../../../core/src/domain/geometry.ts';
import { tileLevels, tileNumber, tileShowing } from '../../../../core/src/domain/tiles.ts';
import { readTile } from '../../../../media/src/conversions/tile-file.ts';
import { planRendition } from '../../../../media/src/pictures/plan.ts';
import type { Plan } from '../../../../media/src/pictures/renderer.ts';
import { withExtension } from '../../downloads/file-names.ts';
import { convertedFile } from '../converted-file.ts';
import { damaged } from '../delivery.ts';
import { type PathContext, pathFileOperation } from '../path-operation.ts';
import { drawnPicture } from '../pictures/drawn-picture.ts';
import { PICTURE_TYPES } from '../pictures/picture-reply.ts';
import { type FileReply, openBytes, tagOf } from '../replies.ts';
import { IDENTIFIER } from './image-info.ts';
import { canonicalRequest, type ImageRequest, largestSize, offeredSizes, readImageRequest } from './image-request.ts';
import { type ImageSource, imageAddress, requireImage, tilesPlan, undrawn } from './image-source.ts';
import { isOffered } from './offered.ts';

const PROFILE = '<http://iiif.io/api/image/3/level2.json>;rel="profile"';

/** GET /iiif/image/3/<identifier>/<region>/<size>/<rotation>/<quality>.<format>: a part of a picture, in any size. */
export const image = pathFileOperation({
  name: 'iiif image',
  path: '/iiif/image/3/{identifier}/{region}/{size}/{rotation}/{file}',
  parts: {
    identifier: IDENTIFIER,
    region: '`full`, `square`, `x,y,w,h` in pixels, or `pct:x,y,w,h`',
    size: '`max`, `w,`, `,h`, `pct:n`, `w,h` or `!w,h`, never larger than the region',
    rotation: '`0`, `90`, `180` or `270` clockwise, after `!` mirrored',
    file: '`default`, `color` or `gray`, with `.jpg`, `.png`, `.webp` or `.avif`',
  },
  summary: 'Part of a picture for IIIF viewers',
  description:
    'Returns a region of the picture, scaled, mirrored and turned (IIIF Image API 3.0, level 2). What the standard ' +
    'has and this service lacks gets status 501: enlarging, turns but by quarters, ' +
    '`bitonal`.',
  params: {},
  errors: [
    'asset_not_found',
    'version_not_found',
    'page_not_found',
    'file_not_found',
    'not_supported',
    'picture_not_allowed',
  ],
  mediaTypes: Object.values(PICTURE_TYPES),
  headers: {
    link: 'The address of the picture in canonical form, and the profile of the service',
    location: 'Address with the parts of the identifier in order',
  },
  isOffered,
  handle: async (context) => {
    const { identifier = '', region = '', size = '', rotation = '', file = '' } = context.parts;
    const found = await requireImage(identifier, [region, size, rotation, file], context);
    if ('location' in found) return found;
    const { source } = found;
    const request = readImageRequest({ region, size, rotation, file }, source.size);
    if (context.settings.picture.allow !== 'any') refuseOwnSizes(request, source.size);
    const canonical = `${imageAddress(found.identifier, context)}/${canonicalRequest(request, source.size)}`;
    const { bytes, etag } = (await tile(source, request, context)) ?? (await drawn(source, request, context));
    return {
      mediaType: PICTURE_TYPES[request.format],
      disposition: { type: 'inline', fileName: withExtension(source.version.name, request.format) },
      etag,
      size: bytes.length,
      maxAge: Number.POSITIVE_INFINITY,
      headers: { link: `<${canonical}>;rel="canonical", ${PROFILE}` },
      isRepeatable: true,
      open: openBytes(bytes),
    } satisfies FileReply;
  },
});

/** Where not every size is allowed, only those that the description lists are (extensions E1). */
function refuseOwnSizes({ region, size }: ImageRequest, picture: Size): void {
  const isFull = isSame(region, picture);
  if (isFull && [largestSize(picture), ...offeredSizes(picture)].some((each) => isSame(each, size))) return;
  if (tileShowing(tileLevels(picture), region, size)) return;
  throw new ApiError('picture_not_allowed', 'size: only the sizes and tiles that info.json lists are answered here');
}

type Picture = Pick<FileReply, 'etag'> & { readonly bytes: Uint8Array };

/**
 * Reads a tile from the stored ones, which are cut first where they are not there. Undefined if the request is for no tile, or
 * for the only one of its level: the whole picture is drawn sooner, and is all that a list of pictures shows.
 */
async function tile(source: ImageSource, request: ImageRequest, context: PathContext): Promise<Picture | undefined> {
  const { region, size, isMirrored, degrees, isGray, format } = request;
  if (isMirrored || degrees !== 0 || isGray || format !== 'jpg') return undefined;
  const levels = tileLevels(source.size);
  const place = tileShowing(levels, region, size);
  const number = place && tileNumber(levels, place);
  if (!place?.level || number === undefined) return undefined;
  const { asset, version } = source;
  const wanted = { parameter: 'identifier', asset, version, what: 'the picture', tile: place };
  // The tiles may be evicted between finding and opening them.
  for (;;) {
    const file = await convertedFile(wanted, tilesPlan(source), context);
    if (typeof file === 'string') throw damaged(wanted);
    if (file.kind === 'tile') return { bytes: file.bytes, etag: tagOf(file.bytes) };
    await using lease = await context.services.leaseDerived(file);
    if (!lease) continue;
    const bytes = await readTile(lease, { size: file.size, levels, number }, context.signal);
    return { bytes, etag: tagOf(bytes) };
  }
}

/** Draws what is no stored tile. */
async function drawn(source: ImageSource, request: ImageRequest, context: PathContext): Promise<Picture> {
  const { asset, version } = source;
  const { rendition } = await drawnPicture(asset, version, planOf(source, request, context), context);
  if (rendition.isForNow) throw undrawn(asset, rendition);
  if (rendition.isPlaceholder) throw damaged({ parameter: 'identifier', asset });
  return rendition;
}

function planOf(
  { size: picture, page, preview: from }: ImageSource,
  request: ImageRequest,
  { settings }: PathContext,
): Plan {
  const { region, size, isMirrored, degrees, isGray, format } = request;
  const { quality, background } = planRendition({ kind: 'preview', big: true, page }, settings);
  const pixels = (value: number) => ({ value, isPercent: false });
  const crop = { width: pixels(region.width), height: pixels(region.height), x: region.left, y: region.top };
  return {
    ...{ page, quality, background, format, isMirrored, degrees, isGray },
    box: Math.max(size.width, size.height),
    frame: { ...size, fit: 'fill' },
    ...(isSame(region, picture) ? {} : { crop, measured: picture }),
    ...(from ? { from: from.plan } : {}),
  };
}
