import { invalidParameter } from '../../../../core/src/domain/errors.ts';
import { requireAssets, requireVersion } from '../assets.ts';
import { noFile, type Selection } from '../delivery.ts';
import { downloadItems } from '../download-items.ts';
import { DOWNLOAD_ERRORS, deliverAll, refuseTooMany, singleReply, zipReply } from '../download-replies.ts';
import { chooseFormat, refuseForbidden } from '../formats.ts';
import { type ContextWith, fileOperation } from '../operation.ts';
import { BOOLEAN, ID, mandatory, one, TEXT } from '../params.ts';
import { notValid } from '../validity.ts';

const PARAMS = {
  download: mandatory(downloadItems),
  format: one(
    ID,
    'ID of a download format for assets that name none; default: the default format, else the original, else the first that the caller may have',
  ),
  forcezip: one(BOOLEAN, '`true` returns a ZIP also for a single asset', { default: false }),
  version: one(ID, 'Number of a version of a single asset; default: the current one', {
    since: '2.9',
  }),
  name: one(
    TEXT,
    'Name of the file or the ZIP, without its extension; default: the name of the version, `assets` of a ZIP',
  ),
  skip_invalid: one(BOOLEAN, '`true` leaves out assets outside their validity instead of refusing all', {
    default: false,
  }),
} as const;

/** GET /asset.do?download=<asset>,…: sends an asset as an attachment, or several in a ZIP. */
export const download = fileOperation({
  isSignable: true,
  summary: 'Download',
  description:
    'Returns a single asset as an attachment, and several as `assets.zip`. One unknown asset or format refuses the ' +
    'whole request.\n\nA resizeable ' +
    'format takes a size of the caller: `download=1047:7:width=800` is asset 1047 in format 7, at most 800 ' +
    'pixels wide. Elsewhere, `width` is ignored.\n\nInterrupted downloads can be resumed with ' +
    '`Range` and `If-Range`. A conversion that takes long is answered with 503, the code `not_ready` and ' +
    '`Retry-After`; `HEAD` makes what is converted, and tells its size. If the caller may not download the asset directly, the response is 403, and `data.url` ' +
    'the address to send the user to. Assets outside their validity get 403 `asset_not_valid` with their IDs in ' +
    '`data.assets`, unless `skip_invalid=true` leaves them out; then it is for those of which nothing is left.',
  errors: DOWNLOAD_ERRORS,
  mediaTypes: ['*/*'],
  headers: { location: 'Address of the original in its store, with `download.redirect`; valid for 60 seconds' },
  params: PARAMS,
  handle: async (context) => {
    const { params } = context;
    const deliveries = await deliverAll(await selectionsOf(context), context);
    const [only] = deliveries;
    // What was asked for as a ZIP is one, however many assets are left out.
    if (!only || params.download.length > 1 || params.forcezip) return await zipReply(deliveries, context, params.name);
    return await singleReply(only, context, params.name);
  },
});

/** Resolves the items of a request. Throws every error that can be found before a file is made. */
async function selectionsOf(context: ContextWith<typeof PARAMS>): Promise<readonly Selection[]> {
  const { params } = context;
  const items = params.download;
  refuseTooMany('download', items.length, context);
  if (params.version !== undefined && items.length > 1) {
    throw invalidParameter('version: is of a single asset; give each of several its own, as in 1:2:version=3');
  }
  const ids = items.map(({ asset }) => asset);
  const assets = await requireAssets('download', ids, context);
  const selections: Selection[] = [];
  for (const [place, item] of items.entries()) {
    const asset = assets[place];
    if (!asset) continue;
    const format = chooseFormat(asset, item.format ?? params.format, context);
    const version = await requireVersion(asset, item.version ?? params.version, context);
    if (!version.file) throw noFile({ parameter: 'download', asset });
    refuseForbidden('download', asset, format, context);
    selections.push({ parameter: 'download', asset, version, format, options: item.options });
  }
  return leaveOutInvalid(selections, context);
}

function leaveOutInvalid(
  selections: readonly Selection[],
  { params, validity }: ContextWith<typeof PARAMS>,
): readonly Selection[] {
  const refused = new Set(selections.filter(({ asset }) => validity.isRefused(asset)).map(({ asset }) => asset.id));
  const left = params.skip_invalid ? selections.filter(({ asset }) => !refused.has(asset.id)) : selections;
  if (refused.size > 0 && (left === selections || left.length === 0)) throw notValid('download', [...refused]);
  return left;
}
