import { formatApplies, formatsFor } from '../../domain/formats.ts';
import type { Asset, DownloadFormat } from '../../domain/model.ts';
import { ApiError } from '../../errors.ts';
import { requireAssets, requireVersion } from '../assets.ts';
import { type Deliverable, deliverableOf } from '../deliverable.ts';
import { downloadItems } from '../download-items.ts';
import { type Context, fileOperation } from '../operation.ts';
import { fileReplyOf } from '../original-file.ts';
import { INTEGER, one, type Shape } from '../params.ts';

/** GET /asset.do?download=<asset>: the original of an asset, as an attachment. */
export const download = fileOperation({
  endpoint: 'asset.do',
  selectors: ['download'],
  summary: 'Download',
  params: {
    download: downloadItems,
    format: one(INTEGER, 'Download format ID; default the format marked so, else the original'),
    version: one(INTEGER, 'Version; default the current one', { since: '2.9' }),
  },
  handle: async (context) => {
    const { params, services, settings } = context;
    const items = params.download;
    const assets = await requireAssets(
      'download',
      items.map((item) => item.asset),
      context,
    );
    const deliverables: Deliverable[] = [];
    for (const [place, asset] of assets.entries()) {
      const item = items[place];
      const format = chooseFormat(asset, item?.format ?? params.format, context);
      refuseForbidden(asset, format, context);
      const version = await requireVersion(asset, item?.version ?? params.version, context);
      const options = item?.options ?? new Map();
      deliverables.push(await deliverableOf({ parameter: 'download', asset, version, format, options }, context));
    }
    const [only] = deliverables;
    if (!only || deliverables.length > 1)
      throw new ApiError('not_configured', 'download: this service does not make ZIP files yet');
    const isFixed = only.isOriginal && (params.version ?? items[0]?.version) !== undefined;
    return {
      ...fileReplyOf(only, {
        fileName: only.fileName,
        disposition: 'attachment',
        maxAge: isFixed ? 'immutable' : settings.cache.seconds,
      }),
      onSent: () => services.downloads.count(assets.map(({ id }) => id)),
    };
  },
});

/** The format asked for, else the default one that applies; undefined is the original without a format. */
function chooseFormat(
  asset: Asset,
  id: number | undefined,
  { model, viewer }: Context<Shape>,
): DownloadFormat | undefined {
  if (id === undefined) return formatsFor(asset, model, viewer).find(({ format }) => format.isDefault)?.format;
  const format = model.downloadFormats.get(id);
  if (!format) throw new ApiError('format_not_found', `format: download format ${id} does not exist`);
  if (!formatApplies(format, asset.active.facts)) {
    throw new ApiError('parameter_invalid', `format: "${id}" is not a download format of asset ${asset.id}`);
  }
  return format;
}

/** decisions 7: 403, with the login address where one is configured. */
function refuseForbidden(
  asset: Asset,
  format: DownloadFormat | undefined,
  { model, viewer, settings }: Context<Shape>,
): void {
  const offered = formatsFor(asset, model, viewer);
  const isAllowed = format
    ? offered.some((each) => each.format.id === format.id && each.isAllowed)
    : viewer.downloadFormats(asset.nodes) === '*' || offered.some((each) => each.isAllowed && !each.format.conversion);
  if (isAllowed) return;
  const { loginUrl } = settings.download;
  throw new ApiError('not_permitted', `download: asset ${asset.id} may not be downloaded directly in this format`, {
    data: loginUrl === null ? null : { url: loginUrl },
  });
}
