/** Chooses the format of a download and checks whether the viewer may download it. */

import { ApiError, invalidParameter } from '../domain/errors.ts';
import { formatApplies, formatsFor } from '../domain/formats.ts';
import type { Asset, DownloadFormat } from '../domain/model.ts';
import type { Context } from './operation.ts';

/**
 * Returns the format with this ID, which must apply to the asset; without an ID, the default format that applies.
 * Undefined means the original without a format.
 */
export function chooseFormat(
  asset: Asset,
  id: number | undefined,
  { model, viewer }: Context,
): DownloadFormat | undefined {
  if (id === undefined) return formatsFor(asset, model, viewer).find(({ format }) => format.isDefault)?.format;
  const format = model.downloadFormats.get(id);
  if (!format) throw new ApiError('format_not_found', `format: download format ${id} does not exist`);
  if (!formatApplies(format, asset.active.properties)) {
    throw invalidParameter(`format: "${id}" is not a download format of asset ${asset.id}`);
  }
  return format;
}

/**
 * Throws a 403, with the login address if one is configured, unless the viewer may download the asset in this format
 * (decisions 7).
 */
export function refuseForbidden(
  parameter: string,
  asset: Asset,
  format: DownloadFormat | undefined,
  { model, viewer, settings }: Context,
): void {
  const allowed = viewer.downloadFormats(asset.nodes);
  const isAllowed =
    allowed === '*' ||
    (format
      ? allowed.has(format.id)
      : formatsFor(asset, model, viewer).some((each) => each.isAllowed && !each.format.conversion));
  if (isAllowed) return;
  const { loginUrl } = settings.download;
  throw new ApiError('not_permitted', `${parameter}: asset ${asset.id} may not be downloaded directly in this format`, {
    data: loginUrl === null ? null : { url: loginUrl },
  });
}
