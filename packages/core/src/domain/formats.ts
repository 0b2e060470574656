/** Says which download formats an asset has for a viewer, and to which of them its file can be converted. */
import type { CatalogueModel } from './catalogue-model.ts';
import { FILE_CATEGORIES, type FileCategory, type FileProperties } from './file-properties.ts';
import type { Asset, Conversion, DownloadFormat } from './model.ts';
import type { Viewer } from './permissions.ts';

/** A download format of one asset, with one viewer's permission. */
export interface OfferedFormat {
  readonly format: DownloadFormat;
  /** If false, lists show the format with the login address, or omit it if none is configured. */
  readonly isAllowed: boolean;
}

/** Returns all download formats, ordered by position, then by ID. */
export function formatsByPosition(model: CatalogueModel): readonly DownloadFormat[] {
  return [...model.downloadFormats.values()].sort((a, b) => a.position - b.position || a.id - b.id);
}

/**
 * Returns the path of a format's icon, a shipped one if it has none (interface decisions 6: every format has an icon).
 */
export function iconOf({ icon, conversion }: Pick<DownloadFormat, 'icon' | 'conversion'>): string {
  if (icon !== '') return icon;
  if (!conversion) return 'icons/original.svg';
  return conversion.to === 'mp4'
    ? 'icons/video.svg'
    : conversion.to === 'pdf'
      ? 'icons/document.svg'
      : 'icons/image.svg';
}

/** True if the format is meant for the file: categories and extensions must match (catalogue: download_formats). */
export function formatApplies(
  format: DownloadFormat,
  file: { readonly category: FileCategory; readonly extension: string },
): boolean {
  return (
    (format.categories.length === 0 || format.categories.includes(file.category)) &&
    (format.extensions.length === 0 || format.extensions.includes(file.extension))
  );
}

/** Longest text that becomes a PDF, in bytes: about 10,000 pages, and some 20 seconds of work. */
export const MOST_TEXT_BYTES = 32 * 2 ** 20;

/** Returns why files of a category and size in bytes can never be converted to `to`; undefined if they can. */
export function kindMisfit(to: Conversion['to'], category: FileCategory, size = 0): string | undefined {
  if (to === 'mp4') return category === FILE_CATEGORIES.video ? undefined : 'it is no video';
  if (category === FILE_CATEGORIES.unknown) return 'its kind is unknown';
  if (category === FILE_CATEGORIES.audio) return `a sound can't become ${to}`;
  const { image, document, text } = FILE_CATEGORIES;
  if (to === 'pdf' && category === text && size > MOST_TEXT_BYTES) {
    return `a text of more than ${MOST_TEXT_BYTES / 2 ** 20} MB can't become pdf`;
  }
  return to !== 'pdf' || [image, document, text].some((each) => each === category)
    ? undefined
    : 'only pictures, documents and texts become pdf';
}

/** Returns true if the format is meant for this file, and its conversion supports the file's category and content. */
export function formatSuits(
  format: DownloadFormat,
  file: Pick<FileProperties, 'category' | 'extension' | 'isDamaged'> & Partial<Pick<FileProperties, 'width'>>,
  size?: number,
): boolean {
  const { conversion } = format;
  if (!formatApplies(format, file)) return false;
  return !conversion || (!isLost(conversion.to, file) && kindMisfit(conversion.to, file.category, size) === undefined);
}

/** Returns true if nothing of this kind can be made, because the file is damaged. Half a film still has pictures. */
function isLost(
  to: Conversion['to'],
  { category, isDamaged = false, width }: Parameters<typeof formatSuits>[1],
): boolean {
  if (category !== FILE_CATEGORIES.video) return isDamaged;
  return width === 0 || (isDamaged && to === 'mp4');
}

/** Returns the formats that suit an asset, each with the viewer's permission. */
export function formatsFor(asset: Asset, model: CatalogueModel, viewer: Viewer): readonly OfferedFormat[] {
  const allowed = viewer.downloadFormats(asset.nodes);
  return formatsByPosition(model)
    .filter((format) => formatSuits(format, asset.active.properties, asset.active.size))
    .map((format) => ({ format, isAllowed: allowed === '*' || allowed.has(format.id) }));
}
