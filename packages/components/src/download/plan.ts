import type { DownloadFormat, DownloadInfo } from '@asset-browsing-service/client';
import { type CropArea, cropOption } from './crop.ts';
import { atDensity, isSizeAccepted, type SizeChoice, sizeOptions } from './size.ts';

/** What can be downloaded, by ID of the asset, in the order of the request. */
export type Offers = ReadonlyMap<number, DownloadInfo>;

/** A format, and the number of assets that are available in it. */
export interface CommonFormat {
  readonly format: DownloadFormat;
  readonly count: number;
}

/** What the person has chosen. */
export interface Choice {
  /** ID of the format for all assets that are available in it. */
  readonly format: number | undefined;
  /** IDs of the formats chosen for single assets, by ID of the asset. */
  readonly own: ReadonlyMap<number, number>;
  readonly size: SizeChoice | undefined;
  readonly crop: CropArea | undefined;
  readonly version: number | undefined;
  /** Position of the part to download, if not all assets fit into one download. */
  readonly part: number;
}

/** One asset and the format it is downloaded in. */
export interface PlannedItem {
  readonly id: number;
  readonly format: DownloadFormat;
}

/** The formats of an asset that require no signing in elsewhere. */
export function directFormats({ formats }: DownloadInfo): readonly DownloadFormat[] {
  return formats.filter(({ url }) => url === undefined);
}

/** Returns the direct formats of all assets: those available for most assets first, else in the order of the service. */
export function commonFormats(offers: Offers): readonly CommonFormat[] {
  const counts = new Map<number, { format: DownloadFormat; count: number }>();
  for (const info of offers.values()) {
    for (const format of directFormats(info)) {
      const known = counts.get(format.id);
      counts.set(format.id, { format, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count);
}

/** Returns the format of each asset: its own choice, the common one, or its first. Leaves out assets without direct formats. */
export function planItems(offers: Offers, { format, own }: Pick<Choice, 'format' | 'own'>): readonly PlannedItem[] {
  return [...offers].flatMap(([id, info]) => {
    const formats = directFormats(info);
    const wanted = own.get(id) ?? format;
    const found = formats.find((each) => each.id === wanted) ?? formats[0];
    return found ? [{ id, format: found }] : [];
  });
}

/**
 * Writes the items of a download as its parameter: `1`, `1:2` or `1:2:width=300;crop=10x10+0+0`. Leaves the common format to the
 * parameter `format`, because addresses of many assets get long. `densities` are dots per inch, by ID of the format.
 */
export function downloadParameter(
  items: readonly PlannedItem[],
  { format: common, size, crop, version }: Choice,
  densities: Readonly<Record<string, number>> = {},
): readonly string[] {
  return items.map(({ id, format }) => {
    const options = [
      ...(size && format.resizeable ? sizeOptions(atDensity(size, densities[format.id]), densities[format.id]) : []),
      ...(crop && format.editable ? [`crop=${cropOption(crop)}`] : []),
      ...(version === undefined ? [] : [`version=${version}`]),
    ];
    if (options.length > 0) return [id, format.id, options.join(';')].join(':');
    return format.id === common ? String(id) : `${id}:${format.id}`;
  });
}

/** True if the service accepts the size for each item that can be resized. */
export function isPlanAccepted(
  items: readonly PlannedItem[],
  { size }: Pick<Choice, 'size'>,
  densities: Readonly<Record<string, number>> = {},
): boolean {
  return items.every(
    ({ format }) => !size || !format.resizeable || isSizeAccepted(atDensity(size, densities[format.id])),
  );
}

/** Returns the messages that a person has to confirm before downloading the items, each once. */
export function messagesOf(items: readonly PlannedItem[]): readonly string[] {
  return [...new Set(items.flatMap(({ format }) => (format.message ? [format.message_text ?? ''] : [])))];
}
