import { requireAsset, requireVersion } from '../assets.ts';
import { fileOperation } from '../operation.ts';
import { ID, integerFrom, mandatory, one } from '../params.ts';
import { acceptedFormat } from '../pictures/accepted-format.ts';
import { drawnPicture, refusePage } from '../pictures/drawn-picture.ts';
import { PICTURE_HEADERS, PICTURE_TYPES, pictureReply } from '../pictures/picture-reply.ts';
import { planPicture, tagFor } from '../pictures/plan-picture.ts';
import { WISH_PARAMS } from '../pictures/wish.ts';

/** GET /asset.do?picture=<asset>: returns a picture in the size, shape and format that a page needs. */
export const picture = fileOperation({
  isSignable: true,
  summary: 'Picture of any size',
  description:
    'Returns a picture in the size, shape and format that a page needs; without `width` and `height`, within the ' +
    'box of `preview`. Callers who may download the original get a picture made ' +
    'of it, all others one made of the largest preview.\n\nAn answer to `format=auto` depends on the header `Accept`,' +
    ' and says so in `Vary`. An address with `version`, and with `img` as this service writes it, never changes, so' +
    ' browsers keep its picture for a year.',
  errors: ['asset_not_found', 'version_not_found', 'page_not_found', 'picture_not_allowed'],
  mediaTypes: Object.values(PICTURE_TYPES),
  headers: PICTURE_HEADERS,
  params: {
    picture: mandatory(one(ID, 'ID of an asset')),
    ...WISH_PARAMS,
    page: one(integerFrom(0), 'Page of a document, from 0', { default: 0 }),
    version: one(ID, 'Number of a version; without it, the current one'),
  },
  handle: async (context) => {
    const { picture: id, version: wanted, ...given } = context.params;
    const asset = await requireAsset('picture', id, context);
    const version = await requireVersion(asset, wanted, context);
    const { properties, name } = version;
    refusePage(asset, version, given.page);
    const accepted = acceptedFormat(context.caller.accept);
    const { plan, otherwise, isNegotiated } = planPicture(asset, version, { ...given, accepted }, context);
    const { rendition, hasNeighbours } = await drawnPicture(asset, version, plan, context, otherwise);
    const isForever = wanted !== undefined && !hasNeighbours && context.caller.img === tagFor(asset, version, context);
    const maxAge = isForever ? 'immutable' : Number.POSITIVE_INFINITY;
    return {
      ...pictureReply(rendition, { name, pages: properties.pages, maxAge }),
      ...(isNegotiated ? { accepted } : {}),
    };
  },
});
