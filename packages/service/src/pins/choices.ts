/** What a PIN offers for download. */

import type { Asset, DownloadFormat } from '../../../core/src/domain/model.ts';
import { visible } from '../api/assets.ts';
import { formatsFor } from '../api/formats.ts';
import type { Context } from '../api/operation.ts';
import { notValid } from '../api/validity.ts';
import type { Pin } from './store/pin.ts';

/** An asset of a PIN and its download formats. */
export interface PinItem {
  readonly asset: Asset;
  /**
   * The preselected format comes first; undefined is the original without a format. Empty if the asset cannot be
   * downloaded.
   */
  readonly formats: readonly (DownloadFormat | undefined)[];
  /** True if it has formats, but is outside its validity now. */
  readonly isRefused: boolean;
}

/**
 * Returns the assets that a PIN shows now, in the order of its creation request. `context` must be restricted to the
 * PIN's rights.
 */
export async function contentsOf(
  pin: Pick<Pin, 'assets'>,
  context: Pick<Context, 'catalogue' | 'model' | 'viewer' | 'validity' | 'services'>,
): Promise<readonly PinItem[]> {
  const assets = visible(await context.catalogue.assets(pin.assets), context);
  return assets.map((asset) => {
    const formats = formatsOf(asset, context);
    const isRefused = formats.length > 0 && context.validity.isRefused(asset);
    return { asset, formats: isRefused ? [] : formats, isRefused };
  });
}

/** Throws if nothing of these assets can be downloaded only because all that could are outside their validity. */
export function refuseAllInvalid(parameter: string, items: readonly PinItem[]): void {
  const refused = items.filter(({ isRefused }) => isRefused).map(({ asset }) => asset.id);
  if (refused.length > 0 && items.every(({ formats }) => formats.length === 0)) throw notValid(parameter, refused);
}

function formatsOf(asset: Asset, context: Pick<Context, 'model' | 'viewer' | 'services'>): PinItem['formats'] {
  if (!asset.active.file) return [];
  const formats = formatsFor(asset, context)
    .filter(({ isAllowed }) => isAllowed)
    .map(({ format }) => format)
    // What changes nothing by itself comes last.
    .sort((a, b) => needsOf(a).length - needsOf(b).length || Number(b.isDefault) - Number(a.isDefault));
  return formats.length === 0 && context.viewer.downloadFormats(asset.nodes) === '*' ? [undefined] : formats;
}

export type Need = 'size' | 'crop';

/**
 * Returns what a download in this format depends on: without a conversion of its own it changes nothing until the caller
 * says how.
 */
export function needsOf({ conversion, isResizeable, isEditable }: DownloadFormat): readonly Need[] {
  if (conversion) return [];
  return [...(isResizeable ? (['size'] as const) : []), ...(isEditable ? (['crop'] as const) : [])];
}

/** An asset in the format to download. */
export interface Choice {
  readonly asset: Asset;
  readonly format: DownloadFormat | undefined;
}

/**
 * Returns what to download if a format is requested: each asset in that format, or in its first format if the requested
 * one does not apply.
 */
export function choicesOf(items: readonly PinItem[], wanted: number | undefined): readonly Choice[] {
  return items
    .filter(({ formats }) => formats.length > 0)
    .map(({ asset, formats }) => ({ asset, format: formats.find((format) => format?.id === wanted) ?? formats[0] }));
}
