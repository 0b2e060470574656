import { formatApplies, formatsFor } from '../../domain/formats.ts';
import type { Asset, DownloadFormat } from '../../domain/model.ts';
import { ApiError } from '../../errors.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import { type Context, fileOperation } from '../operation.ts';
import { originalFile } from '../original-file.ts';
import { INTEGER, one, required, type Shape } from '../params.ts';

/** GET /asset.do?download=<asset>: the original of an asset, as an attachment. */
export const download = fileOperation({
  endpoint: 'asset.do',
  selectors: ['download'],
  summary: 'Download',
  params: {
    download: required(one(INTEGER, 'Asset ID')),
    format: one(INTEGER, 'Download format ID; default the format marked so, else the original'),
    version: one(INTEGER, 'Version; default the current one', { since: '2.9' }),
  },
  handle: async (context) => {
    const { params, services, settings } = context;
    const asset = await requireAsset('download', params.download, context);
    const format = chooseFormat(asset, params.format, context);
    refuseForbidden(asset, format, context);
    if (format?.conversion) {
      throw new ApiError(
        'not_configured',
        `format: ${format.id} converts files, which this version of the service does not do yet`,
      );
    }
    const version = await requireVersion(asset, params.version, context);
    return {
      ...(await originalFile('download', asset, version, services, {
        mediaType: version.facts.mediaType,
        maxAge: params.version === undefined ? settings.cache.seconds : 'immutable',
        disposition: 'attachment',
      })),
      onSent: () => services.downloads.count([asset.id]),
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
