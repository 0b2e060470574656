/** The file that is sent for one asset in one format: the original, or a file converted from it. */

import { ApiError } from '../domain/errors.ts';
import type { Asset, DownloadFormat, Version } from '../domain/model.ts';
import { DamagedFile } from '../downloads/checked-reader.ts';
import type { ByteRange, ByteReader } from '../originals/originals.ts';
import { conversionOf, convertedOf } from './conversion.ts';
import type { Context, Services } from './operation.ts';

/** A file that exists, with everything that a ZIP must know about it before sending its first byte. */
export interface Deliverable {
  /**
   * File name of the version; for a converted file its base name with the new extension. The sender must make it safe.
   */
  readonly fileName: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Unsigned integer. */
  readonly crc32: number;
  /** Entity tag that identifies these exact bytes; without quotes. */
  readonly etag: string;
  /** True if these are the bytes as imported. */
  readonly isOriginal: boolean;
  /** Opens the bytes or a range of them. The caller must dispose of the reader. */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader>;
}

/** One asset in one format, as requested. */
export interface DeliveryOrder {
  /** Parameter that error messages name. */
  readonly parameter: string;
  readonly asset: Asset;
  readonly version: Version;
  /**
   * Undefined: the original without a format. The caller has checked that the format applies to the asset and that the
   * viewer may download it.
   */
  readonly format: DownloadFormat | undefined;
  /**
   * Maps options to their values as written, such as `width` -> `100`. Excludes `version`, which is already applied.
   */
  readonly options: ReadonlyMap<string, string>;
}

/** Finds or makes the file of an order. Rejects with an `ApiError` if it cannot be delivered. */
export async function deliverableOf(order: DeliveryOrder, context: Context): Promise<Deliverable> {
  const conversion = conversionOf(order);
  return conversion ? await convertedOf(order, conversion, context) : await originalOf(order, context.services);
}

/** Returns a version as imported. Rejects with `file_not_found` if it has no file or the file is damaged. */
export async function originalOf(
  { parameter, asset, version }: Pick<DeliveryOrder, 'parameter' | 'asset' | 'version'>,
  { originals }: Pick<Services, 'originals'>,
): Promise<Deliverable> {
  const { file, name, properties } = version;
  const size = file && (await originals.size(file.sha256));
  const missing = new ApiError('file_not_found', `${parameter}: asset ${asset.id} has no file`);
  if (!file || size === undefined) throw missing;
  if (size !== file.size) {
    const cause = new DamagedFile(0, `${name} is damaged: it has ${size} bytes, not ${file.size}`);
    throw new ApiError('file_not_found', `${parameter}: the file of asset ${asset.id} is damaged`, { cause });
  }
  return {
    fileName: name,
    mediaType: properties.mediaType,
    size,
    crc32: file.crc32,
    etag: file.sha256,
    isOriginal: true,
    open: async (range, signal) => {
      const reader = await originals.read(file.sha256, { ...(range ? { range } : {}), signal });
      if (!reader) throw missing;
      return reader;
    },
  };
}
