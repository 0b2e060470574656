import type { CatalogueModel } from './catalogue-model.ts';
import type { FileCategory } from './facts.ts';
import type { Asset, DownloadFormat } from './model.ts';
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

/** The formats that apply to an asset, with the viewer's rights. */
export function formatsFor(asset: Asset, model: CatalogueModel, viewer: Viewer): readonly OfferedFormat[] {
  const allowed = viewer.downloadFormats(asset.nodes);
  return formatsByPosition(model)
    .filter((format) => formatApplies(format, asset.active.facts))
    .map((format) => ({ format, isAllowed: allowed === '*' || allowed.has(format.id) }));
}
