import { extname } from 'node:path';
import { ApiError } from '../../errors.ts';
import { hasPage, planRendition } from '../../renditions/plan.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import { fileOperation } from '../operation.ts';
import { BOOLEAN, INTEGER, integerBetween, one, required } from '../params.ts';

/** decisions 7: how long a cache may keep a placeholder. */
const PLACEHOLDER_SECONDS = 60;

/** GET /asset.do?thumb=<asset>: a small picture of the asset. */
export const thumb = picture('thumb');

/** GET /asset.do?preview=<asset>: a larger picture of the asset. */
export const preview = picture('preview');

function picture(kind: 'thumb' | 'preview') {
  return fileOperation({
    endpoint: 'asset.do',
    selectors: [kind],
    summary: kind === 'thumb' ? 'Thumbnail' : 'Preview',
    params: {
      [kind]: required(one(INTEGER, 'Asset ID')),
      page: one(integerBetween(0), 'Page of a document, from 0', { default: 0, since: '2.8.13' }),
      big: one(BOOLEAN, 'A larger picture', { default: false, since: '1.7' }),
      version: one(INTEGER, 'Version; default the current one', { since: '2.9' }),
    },
    handle: async (context) => {
      const { params, services, settings, signal } = context;
      const { page, big } = params;
      const asset = await requireAsset(kind, Number(params[kind]), context);
      const version = await requireVersion(asset, params.version, context);
      const { facts, file } = version;
      if (!hasPage(facts, page)) throw new ApiError('page_not_found', `page: asset ${asset.id} has no page ${page}`);

      const path = file && (await services.binaries.localPath(file.sha256, { signal }));
      const rendition = await services.renditions.get(
        {
          plan: planRendition({ kind, big, page }, facts, settings),
          ...(file && path !== undefined ? { source: { sha256: file.sha256, path, facts } } : {}),
          category: facts.category,
        },
        { signal },
      );
      return {
        mediaType: 'image/jpeg',
        disposition: {
          type: 'inline',
          fileName: `${version.name.slice(0, -extname(version.name).length || undefined)}.jpg`,
        },
        etag: rendition.etag,
        size: rendition.bytes.length,
        maxAge: rendition.placeholder
          ? PLACEHOLDER_SECONDS
          : params.version === undefined
            ? settings.cache.seconds
            : 'immutable',
        headers: {
          'x-pages': String(rendition.pages || facts.pages),
          ...(rendition.placeholder ? { 'x-placeholder': 'true' } : {}),
        },
        open: async (range) => (range ? rendition.bytes.subarray(range.start, range.end + 1) : rendition.bytes),
      };
    },
  });
}
