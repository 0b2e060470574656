/**
 * Thumbnails and previews. Their `maxAge` is decided here: a year with `version`, of previews only with the present tag
 * `img`, else the settings `cache.*`. `fileAnswer` in `http/reply.ts` writes it as `Cache-Control`, with `cacheControl` of
 * `http/response-cache/cache-policy.ts`.
 */
import { planRendition, type RenditionRequest } from '../../../../media/src/pictures/plan.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import { getsOriginal } from '../formats.ts';
import { type Context, fileOperation } from '../operation.ts';
import { BOOLEAN, ID, integerFrom, mandatory, one, oneWord, type Shape } from '../params.ts';
import { drawnPicture, refusePage } from '../pictures/drawn-picture.ts';
import { marksOf } from '../pictures/marks.ts';
import { PICTURE_HEADERS, pictureReply } from '../pictures/picture-reply.ts';
import { tagFor } from '../pictures/plan-picture.ts';
import type { FileReply } from '../replies.ts';
import { PAGE_HEADERS, PAGE_PARAMS, playPage } from './play.ts';
import { animationFile, modelFile, previewPdf } from './preview-forms.ts';

/** Parameters of thumbnails and previews. */
export const PICTURE_PARAMS = {
  page: one(integerFrom(0), 'Page of a document, from 0', { default: 0 }),
  big: one(BOOLEAN, '`true` returns a larger picture', { default: false, since: '1.7' }),
  version: one(ID, 'Number of a version; without it, the current one', { since: '2.9' }),
} as const satisfies Shape;

/** GET /asset.do?thumb=<asset>: returns a small picture of the asset. */
export const thumb = fileOperation({
  isSignable: true,
  summary: 'Thumbnail',
  description:
    'Returns a JPEG of at most 256 × 256 pixels, with `middle=true` 512 × 512, with `big=true` 1024 × ' +
    '1024; the sizes are settings. The picture keeps its proportions, is never enlarged, and has ' +
    'transparency on white.\n\nAddresses with `version` never change, so browsers keep them for a year.',
  errors: ['asset_not_found', 'version_not_found', 'page_not_found'],
  mediaTypes: ['image/jpeg'],
  headers: PICTURE_HEADERS,
  params: {
    thumb: mandatory(one(ID, 'ID of an asset')),
    ...PICTURE_PARAMS,
    middle: one(BOOLEAN, '`true` returns a picture between the small and the big one', { default: false }),
  },
  handle: ({ params: { thumb: id, version, ...request }, ...context }) =>
    picture({ kind: 'thumb', ...request }, id, version, context),
});

/**
 * GET /asset.do?preview=<asset>: returns a larger picture of the asset, or the asset in a form that browsers display.
 */
export const preview = fileOperation({
  isSignable: true,
  summary: 'Preview',
  description:
    'Returns a JPEG of at most 1024 × 1024 pixels, with `big=true` 3000 × 3000; both sizes are settings.\n\nWith ' +
    '`type`, it returns the asset ' +
    'in another form that browsers display. What is the file itself is for callers who may download the original; ' +
    'others get status 403. An asset that does not have the form is a 400.',
  errors: [
    'asset_not_found',
    'version_not_found',
    'page_not_found',
    'file_not_found',
    'not_permitted',
    'asset_not_valid',
  ],
  mediaTypes: ['image/jpeg', 'image/gif', 'application/pdf', 'text/html', 'model/*', 'application/*', 'text/plain'],
  headers: { ...PICTURE_HEADERS, ...PAGE_HEADERS },
  params: {
    preview: mandatory(one(ID, 'ID of an asset')),
    ...PICTURE_PARAMS,
    type: one(
      oneWord('pdf', 'video', 'audio', '3D', 'animation'),
      '`pdf`: a document as PDF, `video` and `audio`: a page with a player, `3D`: a model itself if its ' +
        'file extension is configured, `animation` (an addition of this service): a GIF itself',
      { since: '2.9' },
    ),
    ...PAGE_PARAMS,
  },
  handle: async (context) => {
    const { preview: id, version: wanted, type, ...request } = context.params;
    if (type === undefined) return await picture({ kind: 'preview', ...request }, id, wanted, context);
    if (type === 'video' || type === 'audio') return await playPage('preview', id, context.params, context);
    const asset = await requireAsset('preview', id, context);
    const version = await requireVersion(asset, wanted, context);
    if (type === 'pdf') return await previewPdf(asset, version, maxAge(wanted), context);
    if (type === 'animation') return await animationFile(asset, version, context);
    return await modelFile(asset, version, context);
  },
});

/** The response to an address that names a version never changes; others are cached as long as JSON. */
function maxAge(version: number | undefined): FileReply['maxAge'] {
  return version === undefined ? Number.POSITIVE_INFINITY : 'immutable';
}

async function picture(
  request: RenditionRequest,
  id: number,
  wanted: number | undefined,
  context: Context,
): Promise<FileReply> {
  const { kind, page } = request;
  const asset = await requireAsset(kind, id, context);
  const version = await requireVersion(asset, wanted, context);
  const { properties, name } = version;
  refusePage(asset, version, page);
  const marks = kind === 'preview' ? marksOf(asset, version, context.model) : undefined;
  const planned = planRendition(request, context.settings);
  // No setting shows whoever may not have the original more than its largest preview. Where none does, that right, which may end at
  // an instant, is not asked for.
  const { big } = context.settings.preview;
  const box = planned.box <= big || getsOriginal(asset, context) ? planned.box : big;
  const plan = { ...planned, box, ...(marks === undefined ? {} : { marks }) };
  const { rendition, hasNeighbours } = await drawnPicture(asset, version, plan, context);
  // The files that a model references have versions of their own, so a version of the model is not immutable.
  const isForever =
    wanted !== undefined &&
    !hasNeighbours &&
    (kind === 'thumb' || context.caller.img === tagFor(asset, version, context));
  return pictureReply(rendition, { name, pages: properties.pages, maxAge: maxAge(isForever ? wanted : undefined) });
}
