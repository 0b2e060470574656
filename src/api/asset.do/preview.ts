import { extname } from 'node:path';
import type { Version } from '../../domain/model.ts';
import { ApiError } from '../../errors.ts';
import { mayHavePage, planRendition, type RenditionRequest } from '../../renditions/plan.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import type { FileReply } from '../file-reply.ts';
import { type Context, fileOperation } from '../operation.ts';
import { BOOLEAN, INTEGER, integerBetween, one, oneOf, required, type Shape } from '../params.ts';
import { PAGE_PARAMS, playPage } from './play.ts';
import { modelFile } from './preview-3d.ts';
import { previewPdf } from './preview-pdf.ts';

/** decisions 7: how long a cache may keep a placeholder. */
const PLACEHOLDER_SECONDS = 60;

const PICTURE = {
  page: one(integerBetween(0), 'Page of a document, from 0', { default: 0, since: '2.8.13' }),
  big: one(BOOLEAN, 'A larger picture', { default: false, since: '1.7' }),
  version: one(INTEGER, 'Version; default the current one', { since: '2.9' }),
} as const satisfies Shape;

/** GET /asset.do?thumb=<asset>: a small picture of the asset. */
export const thumb = fileOperation({
  endpoint: 'asset.do',
  selectors: ['thumb'],
  summary: 'Thumbnail',
  params: { thumb: required(one(INTEGER, 'Asset ID')), ...PICTURE },
  handle: async (context) => {
    const { thumb: id, version: wanted, ...request } = context.params;
    const asset = await requireAsset('thumb', id, context);
    const version = await requireVersion(asset, wanted, context);
    return await picture({ kind: 'thumb', ...request }, asset.id, version, maxAge(wanted, context), context);
  },
});

/** GET /asset.do?preview=<asset>: a larger picture of the asset, or the asset itself in a form that browsers show. */
export const preview = fileOperation({
  endpoint: 'asset.do',
  selectors: ['preview'],
  summary: 'Preview',
  params: {
    preview: required(one(INTEGER, 'Asset ID')),
    ...PICTURE,
    type: one(
      oneOf('pdf', 'video', 'audio', '3D'),
      '`pdf`: the document as PDF; `video`, `audio`: a player; `3D`: the model itself, where its file extension is delivered',
      { since: '2.9' },
    ),
    ...PAGE_PARAMS,
  },
  handle: async (context) => {
    const { preview: id, version: wanted, type, ...request } = context.params;
    if (type === 'video' || type === 'audio') return await playPage('preview', id, context.params, context);
    const asset = await requireAsset('preview', id, context);
    const version = await requireVersion(asset, wanted, context);
    if (type === 'pdf') return await previewPdf(asset, version, maxAge(wanted, context), context);
    if (type === '3D') return await modelFile(asset, version, maxAge(wanted, context), context);
    return await picture({ kind: 'preview', ...request }, asset.id, version, maxAge(wanted, context), context);
  },
});

type Here = Pick<Context<Shape>, 'services' | 'settings' | 'signal'>;

/** An address that names a version is for ever. */
function maxAge(version: number | undefined, { settings }: Here): FileReply['maxAge'] {
  return version === undefined ? settings.cache.seconds : 'immutable';
}

async function picture(
  request: RenditionRequest,
  id: number,
  { facts, file, name }: Version,
  age: FileReply['maxAge'],
  { services, settings, signal }: Here,
): Promise<FileReply> {
  const { page } = request;
  const lacksPage = () => new ApiError('page_not_found', `page: asset ${id} has no page ${page}`);
  if (!mayHavePage(facts, page)) throw lacksPage();
  const path = file && (await services.binaries.localPath(file.sha256, { signal }));
  const rendition = await services.renditions.get(
    {
      plan: planRendition(request, facts, settings),
      ...(file && path !== undefined ? { source: { sha256: file.sha256, path, facts } } : {}),
      category: facts.category,
    },
    { signal },
  );
  if (rendition.lacksPage) throw lacksPage();
  return {
    mediaType: 'image/jpeg',
    disposition: { type: 'inline', fileName: `${name.slice(0, -extname(name).length || undefined)}.jpg` },
    etag: rendition.etag,
    size: rendition.bytes.length,
    maxAge: rendition.placeholder ? PLACEHOLDER_SECONDS : age,
    headers: {
      'x-pages': String(rendition.pages || facts.pages),
      ...(rendition.placeholder ? { 'x-placeholder': 'true' } : {}),
    },
    open: async (range) => (range ? rendition.bytes.subarray(range.start, range.end + 1) : rendition.bytes),
  };
}
