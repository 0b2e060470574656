import { isSame, type Size } from '../../../../core/src/domain/geometry.ts';
import { scaleFactors, TILE_SIDE, tileLevels } from '../../../../core/src/domain/tiles.ts';
import { documentOperation } from '../path-operation.ts';
import { largestSize, MAX_AREA, MAX_SIDE, offeredSizes } from './image-request.ts';
import { describedSource, imageAddress, requireImage } from './image-source.ts';
import { contextOf, documentTypes, isOffered } from './offered.ts';
import { rightsAddress } from './rights-address.ts';

export const IDENTIFIER =
  'ID of an asset, and where others are meant its version and page, from 0: `1047;version=2;page=3`';
const INFO = 'info.json';

/** GET /iiif/image/3/<identifier>: leads to its description, as the standard asks, or is it where no redirect may lead. */
export const imageBase = documentOperation({
  name: 'iiif image base',
  path: '/iiif/image/3/{identifier}',
  parts: { identifier: IDENTIFIER },
  summary: 'Address of a picture for IIIF viewers',
  description: 'Leads to the description of the picture. With `token` in the address, it is the description.',
  params: {},
  errors: ['asset_not_found', 'version_not_found', 'page_not_found', 'file_not_found'],
  mediaTypes: documentTypes('image/3'),
  headers: { location: 'Address of the description' },
  isOffered,
  handle: async (context) => {
    if (context.caller.addressToken !== undefined) return await imageInfo.handle(context);
    const found = await requireImage(context.parts['identifier'] ?? '', [], context);
    if ('location' in found) return found;
    return { location: `${imageAddress(found.identifier, context)}/${INFO}` };
  },
});

/** GET /iiif/image/3/<identifier>/info.json: describes a picture (Image API 3.0, section 5). */
export const imageInfo = documentOperation({
  name: 'iiif image info',
  path: `/iiif/image/3/{identifier}/${INFO}`,
  parts: { identifier: IDENTIFIER },
  summary: 'Description of a picture for IIIF viewers',
  description:
    'Returns size, stored sizes and tiles of the picture (IIIF Image API 3.0, level 2). Callers who may not have the original as it is ' +
    'get those of the largest preview.',
  params: {},
  errors: ['asset_not_found', 'version_not_found', 'page_not_found', 'file_not_found'],
  mediaTypes: documentTypes('image/3'),
  headers: { location: 'Address with the parts of the identifier in order' },
  isOffered,
  handle: async (context) => {
    const found = await requireImage(context.parts['identifier'] ?? '', [INFO], context, describedSource);
    if ('location' in found) return found;
    const { size, asset } = found.source;
    const rights = asset.rights?.licence === undefined ? undefined : rightsAddress(asset.rights.licence);
    return { document: imageDocument(imageAddress(found.identifier, context), size, rights) };
  },
});

function imageDocument(id: string, size: Size, rights: string | undefined) {
  return {
    '@context': contextOf('image/3'),
    id,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width: size.width,
    height: size.height,
    ...(isSame(largestSize(size), size) ? {} : { maxWidth: MAX_SIDE, maxHeight: MAX_SIDE, maxArea: MAX_AREA }),
    sizes: offeredSizes(size).map(({ width, height }) => ({ width, height })),
    tiles: [{ width: TILE_SIDE, height: TILE_SIDE, scaleFactors: scaleFactors(tileLevels(size)) }],
    ...(rights === undefined ? {} : { rights }),
    extraFormats: ['webp', 'avif'],
    extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader'],
  };
}
