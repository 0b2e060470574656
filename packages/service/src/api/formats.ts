/** Download formats: their entries (interface: download format entry), and the choice of one for a download. */
import Type, { type Static } from 'typebox';
import { ApiError, invalidParameter } from '../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import { formatApplies, formatsByPosition, iconOf } from '../../../core/src/domain/formats.ts';
import type { Asset, Conversion, DownloadFormat, Version } from '../../../core/src/domain/model.ts';
import { textIn } from '../../../core/src/domain/text.ts';
import { misfitOf, ownKind } from '../../../media/src/conversions/misfit.ts';
import type { Means } from '../../../media/src/pictures/preview-size.ts';
import type { Context } from './operation.ts';

export const FormatEntry = Type.Object(
  {
    id: Type.Integer({ description: 'ID of the download format, for `format`' }),
    name: Type.String({ description: 'Name' }),
    description: Type.String({ description: 'Text; may be empty' }),
    icon: Type.String({ description: 'Path relative to the service address' }),
    position: Type.Optional(
      Type.Integer({ description: 'Place among the quick formats; only with `downloadformats=1`' }),
    ),
    url: Type.Optional(Type.String({ description: 'Where the user is sent, who may not download directly' })),
    resizeable: Type.Boolean({ description: 'True if `download` accepts width, height and unit' }),
    editable: Type.Boolean({ description: 'True if `download` accepts crop' }),
    message: Type.Boolean({ description: 'True if the user is to read `message_text` first' }),
    message_text: Type.Optional(Type.String({ description: 'What the user is told first; only with `message`' })),
  },
  { title: 'DownloadFormat' },
);

export type FormatEntry = Static<typeof FormatEntry>;

/** Returns the entry of a download format, without `position` and `url`. */
export function formatEntry(format: DownloadFormat, { locale, model }: Context): FormatEntry {
  return {
    id: format.id,
    name: textIn(format.name, locale, model),
    description: textIn(format.description, locale, model),
    icon: addressOf(iconOf(format)),
    resizeable: format.isResizeable,
    editable: format.isEditable,
    message: format.message !== undefined,
    ...(format.message === undefined ? {} : { message_text: textIn(format.message, locale, model) }),
  };
}

/** Escapes the characters of a path that have a special meaning in addresses. */
function addressOf(path: string): string {
  return path.replaceAll(/[%?#\\]/g, encodeURIComponent);
}

/** A download format of one asset, with one viewer's permission. */
interface OfferedFormat {
  readonly format: DownloadFormat;
  /** If false, lists show the format with the login address, or omit it if none is configured. */
  readonly isAllowed: boolean;
}

/**
 * Returns the formats that suit an asset, each as it is for its file and with the viewer's permission, whether or not the asset is
 * valid.
 */
export function formatsFor(
  asset: Asset,
  { model, viewer, services }: Pick<Context, 'model' | 'viewer' | 'services'>,
): readonly OfferedFormat[] {
  const allowed = viewer.downloadFormats(asset.nodes);
  return formatsByPosition(model)
    .filter((format) => formatSuits(format, asset.active, services))
    .map((format) => ({
      format: withPossibleChanges(format, asset.active, services),
      isAllowed: allowed === '*' || allowed.has(format.id),
    }));
}

/** Returns the format as it is for a file: sizes and crops are accepted of what can be drawn, and films aren't cropped. */
function withPossibleChanges(
  format: DownloadFormat,
  file: Pick<Version, 'properties' | 'size'>,
  programs: Means,
): DownloadFormat {
  if (!format.isResizeable && !format.isEditable) return format;
  const { properties } = file;
  const own = ownKind(properties);
  const conversion = format.conversion ?? (own && { to: own });
  const chosen = { size: { width: 1 } };
  const isPossible =
    conversion !== undefined &&
    !isLost(conversion.to, file) &&
    misfitOf(conversion, file, { programs, chosen }) === undefined &&
    (conversion.to !== 'pdf' || properties.category === FILE_CATEGORIES.image);
  return {
    ...format,
    isResizeable: format.isResizeable && isPossible,
    isEditable: format.isEditable && isPossible && conversion.to !== 'mp4',
  };
}

/** Returns true if the format is meant for such a file, and its conversion can be made here as far as is known of it. */
export function formatSuits(
  format: DownloadFormat,
  file: Pick<Version, 'properties' | 'size'>,
  programs: Means,
): boolean {
  const { conversion } = format;
  if (!formatApplies(format, file.properties)) return false;
  return !conversion || (!isLost(conversion.to, file) && misfitOf(conversion, file, { programs }) === undefined);
}

/** Returns true if nothing of this kind can be made, because the file is damaged. Half a film still has pictures. */
function isLost(to: Conversion['to'], { properties }: Pick<Version, 'properties'>): boolean {
  const { category, isDamaged = false, width } = properties;
  if (category !== FILE_CATEGORIES.video) return isDamaged;
  return width === 0 || (isDamaged && to === 'mp4');
}

/**
 * Returns the format entries of an asset. A format that the viewer may not download directly has the login address as
 * `url`, or is omitted if none is configured (interface decisions 7). A record without a file has no formats, and an asset
 * outside its validity has none now.
 */
export function assetFormats(asset: Asset, context: Context): FormatEntry[] {
  const { settings, validity } = context;
  if (!asset.active.file || validity.isRefused(asset)) return [];
  const { loginUrl } = settings.download;
  return formatsFor(asset, context)
    .filter(({ isAllowed }) => isAllowed || loginUrl !== null)
    .map(({ format, isAllowed }) => ({
      ...formatEntry(format, context),
      ...(isAllowed || loginUrl === null ? {} : { url: loginUrl }),
    }));
}

/**
 * Returns the format with this ID, which must apply to the asset. Without an ID: the default format that applies, else the
 * original without a format, which is undefined; where the viewer may not have that, the first that they may have, so that
 * what is `downloadable` can be downloaded without a format.
 */
export function chooseFormat(asset: Asset, id: number | undefined, context: Context): DownloadFormat | undefined {
  const { model } = context;
  if (id === undefined) {
    const offered = formatsFor(asset, context);
    const usual = offered.find(({ format }) => format.isDefault);
    const isAllowed = usual ? usual.isAllowed : mayHaveOriginal(asset, offered, context);
    return (isAllowed ? usual : (offered.find((each) => each.isAllowed) ?? usual))?.format;
  }
  const format = model.downloadFormats.get(id);
  if (!format) throw new ApiError('format_not_found', `format: download format ${id} does not exist`);
  if (!formatApplies(format, asset.active.properties)) {
    throw invalidParameter(`format: "${id}" is not a download format of asset ${asset.id}`);
  }
  return format;
}

/** True if the viewer may have the original without a format. */
function mayHaveOriginal(
  { nodes }: Asset,
  offered: readonly OfferedFormat[],
  { viewer }: Pick<Context, 'viewer'>,
): boolean {
  return viewer.downloadFormats(nodes) === '*' || offered.some((each) => each.isAllowed && !each.format.conversion);
}

/**
 * True if the viewer may download the original of the asset directly, whether or not the asset is valid: in a format that does not
 * convert it, or without a format where no default one applies.
 */
export function mayDownloadOriginal(asset: Asset, context: Context): boolean {
  const { viewer } = context;
  const offered = formatsFor(asset, context);
  if (offered.some(({ isAllowed, format }) => isAllowed && !format.conversion)) return true;
  return viewer.downloadFormats(asset.nodes) === '*' && chooseFormat(asset, undefined, context) === undefined;
}

/** True if pictures for the viewer are made of the original now, because they may have it. */
export function getsOriginal(asset: Asset, context: Context): boolean {
  return mayDownloadOriginal(asset, context) && !context.validity.isRefused(asset);
}

/**
 * Throws a 403, with the login address if one is configured, unless the viewer may download the asset in this format
 * (interface decisions 7).
 */
export function refuseForbidden(
  parameter: string,
  asset: Asset,
  format: DownloadFormat | undefined,
  context: Context,
): void {
  const allowed = context.viewer.downloadFormats(asset.nodes);
  const isAllowed = format
    ? allowed === '*' || allowed.has(format.id)
    : mayHaveOriginal(asset, formatsFor(asset, context), context);
  if (isAllowed) return;
  throw forbidden(`${parameter}: asset ${asset.id} may not be downloaded directly in this format`, context);
}

/** Returns a 403 with the login address, if one is configured. */
export function forbidden(message: string, { settings }: Pick<Context, 'settings'>): ApiError {
  const { loginUrl } = settings.download;
  return new ApiError('not_permitted', message, { data: loginUrl === null ? null : { url: loginUrl } });
}
