/** The order, the icons and the files of download formats. */
import type { CatalogueModel } from './catalogue-model.ts';
import type { FileCategory } from './file-properties.ts';
import type { DownloadFormat } from './model.ts';

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
export const MAX_TEXT_BYTES = 32 * 2 ** 20;
