import { formatsFor } from '../../../domain/formats.ts';
import type { Asset, DownloadFormat } from '../../../domain/model.ts';
import type { Pin } from '../../../domain/people.ts';
import { visible } from '../../assets.ts';
import type { Context } from '../../operation.ts';
import type { Shape } from '../../params.ts';

/** An asset of a PIN, and how it may be downloaded. */
export interface PinItem {
  readonly asset: Asset;
  /** The one to begin with comes first; undefined is the original without a format. Empty: it can't be downloaded. */
  readonly formats: readonly (DownloadFormat | undefined)[];
}

type Here = Pick<Context<Shape>, 'model' | 'viewer' | 'services'>;

/** What a PIN shows now, in the order in which it was named. `context` has the rights of the PIN. */
export async function contentsOf(pin: Pick<Pin, 'assets'>, context: Here): Promise<readonly PinItem[]> {
  const assets = visible(await context.services.catalogue.assets(pin.assets), context);
  return assets.map((asset) => ({ asset, formats: formatsOf(asset, context) }));
}

function formatsOf(asset: Asset, { model, viewer }: Here): PinItem['formats'] {
  if (!asset.active.file) return [];
  const formats = formatsFor(asset, model, viewer)
    .filter(({ isAllowed }) => isAllowed)
    .map(({ format }) => format)
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return formats.length === 0 && viewer.downloadFormats(asset.nodes) === '*' ? [undefined] : formats;
}

/** One asset in one format. */
export interface Choice {
  readonly asset: Asset;
  readonly format: DownloadFormat | undefined;
}

/** What is downloaded where a format is asked for: each asset in it, or as it begins where it doesn't apply. */
export function choicesOf(items: readonly PinItem[], wanted: number | undefined): readonly Choice[] {
  return items
    .filter(({ formats }) => formats.length > 0)
    .map(({ asset, formats }) => ({
      asset,
      format: formats.find((format) => format?.id === wanted) ?? formats[0],
    }));
}
