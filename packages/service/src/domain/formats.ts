import type { CatalogueModel } from './catalogue-model.ts';
import { FILE_CATEGORIES, type FileCategory } from './facts.ts';
import type { Asset, Conversion, DownloadFormat } from './model.ts';
import type { Viewer } from './permissions.ts';

/** A download format of one asset for one viewer. */
export interface OfferedFormat {
  readonly format: DownloadFormat;
  /** False: listed only with a login address, or not at all. */
  readonly isAllowed: boolean;
}

/** Formats in the order of their position, then ID. */
export function formatsByPosition(model: CatalogueModel): readonly DownloadFormat[] {
  return [...model.downloadFormats.values()].sort((a, b) => a.position - b.position || a.id - b.id);
}

/** The path of a format's icon: its own, else a shipped one for its kind of result (decisions 6: every format has one). */
export function iconOf({ icon, conversion }: Pick<DownloadFormat, 'icon' | 'conversion'>): string {
  if (icon !== '') return icon;
  if (!conversion) return 'icons/original.svg';
  return conversion.to === 'mp4'
    ? 'icons/video.svg'
    : conversion.to === 'pdf'
      ? 'icons/document.svg'
      : 'icons/image.svg';
}

/** True where the format is for files like this; given categories and extensions, both must fit (catalogue: download_formats). */
export function formatApplies(
  format: DownloadFormat,
  file: { readonly category: FileCategory; readonly extension: string },
): boolean {
  return (
    (format.categories.length === 0 || format.categories.includes(file.category)) &&
    (format.extensions.length === 0 || format.extensions.includes(file.extension))
  );
}

/** Why files of a kind are never converted so; undefined where they may be. */
export function kindMisfit(to: Conversion['to'], category: FileCategory): string | undefined {
  if (to === 'mp4') return category === FILE_CATEGORIES.video ? undefined : 'it is no video';
  if (category === FILE_CATEGORIES.audio) return `a sound can't become ${to}`;
  const { image, document, text } = FILE_CATEGORIES;
  return to !== 'pdf' || [image, document, text].some((each) => each === category)
    ? undefined
    : 'only pictures, documents and texts become pdf';
}

/** True where a format is for files like this and what it converts to can be made of their kind. */
export function formatSuits(format: DownloadFormat, file: Parameters<typeof formatApplies>[1]): boolean {
  const { conversion } = format;
  return formatApplies(format, file) && (!conversion || kindMisfit(conversion.to, file.category) === undefined);
}

/** The formats that suit an asset, with the viewer's rights. */
export function formatsFor(asset: Asset, model: CatalogueModel, viewer: Viewer): readonly OfferedFormat[] {
  const allowed = viewer.downloadFormats(asset.nodes);
  return formatsByPosition(model)
    .filter((format) => formatSuits(format, asset.active.facts))
    .map((format) => ({ format, isAllowed: allowed === '*' || allowed.has(format.id) }));
}
