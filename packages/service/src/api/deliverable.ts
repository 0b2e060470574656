/** What is sent for one asset in one format: the original, or a file that is made of it. */

import { ApiError } from '../domain/errors.ts';
import type { Asset, DownloadFormat, Version } from '../domain/model.ts';
import { DamagedFile } from '../downloads/checked-reader.ts';
import type { ByteRange, ByteReader } from '../originals/binary-store.ts';
import { conversionOf, convertedOf } from './conversion.ts';
import type { Context, Services } from './operation.ts';
import type { Shape } from './params.ts';

/** Bytes that are there, with all that a ZIP must know of them before the first one is sent. */
export interface Deliverable {
  /** Of the version; of a converted file its base name and the new extension. Made safe by whoever sends it. */
  readonly fileName: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Unsigned. */
  readonly crc32: number;
  /** Names these very bytes; without quotes. */
  readonly etag: string;
  /** True for the bytes as they were imported. */
  readonly isOriginal: boolean;
  /** The bytes, or a part of them. The caller disposes of the reader. */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader>;
}

/** One asset in one format, as a request names it. */
export interface DeliveryOrder {
  /** The parameter that a refusal names. */
  readonly parameter: string;
  readonly asset: Asset;
  readonly version: Version;
  /** Undefined: the original without a format. It applies to the asset, and the viewer may have it. */
  readonly format: DownloadFormat | undefined;
  /** Option -> value as given, such as `width` -> `100`; without `version`, which has been heeded. */
  readonly options: ReadonlyMap<string, string>;
}

/** Finds or makes the bytes. Refuses with an `ApiError` what can't be delivered. */
export async function deliverableOf(order: DeliveryOrder, context: Context<Shape>): Promise<Deliverable> {
  const conversion = conversionOf(order);
  return conversion ? await convertedOf(order, conversion, context) : await originalOf(order, context.services);
}

/** A version as it was imported. */
export async function originalOf(
  { parameter, asset, version }: Pick<DeliveryOrder, 'parameter' | 'asset' | 'version'>,
  { binaries }: Pick<Services, 'binaries'>,
): Promise<Deliverable> {
  const { file, name, facts } = version;
  const size = file && (await binaries.size(file.sha256));
  const missing = new ApiError('file_not_found', `${parameter}: asset ${asset.id} has no file`);
  if (!file || size === undefined) throw missing;
  if (size !== file.size) {
    const cause = new DamagedFile(0, `${name} is damaged: it has ${size} bytes, not ${file.size}`);
    throw new ApiError('file_not_found', `${parameter}: the file of asset ${asset.id} is damaged`, { cause });
  }
  return {
    fileName: name,
    mediaType: facts.mediaType,
    size,
    crc32: file.crc32,
    etag: file.sha256,
    isOriginal: true,
    open: async (range, signal) => {
      const reader = await binaries.read(file.sha256, { ...(range ? { range } : {}), signal });
      if (!reader) throw missing;
      return reader;
    },
  };
}
