/** One file to deliver: an original, or a file converted from it. */
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Asset, DownloadFormat, Version } from '../../../core/src/domain/model.ts';
import { DamagedOriginal } from '../../../core/src/originals/originals.ts';
import type { ByteRange, ByteReader } from '../../../core/src/platform/byte-reader.ts';
import { checkedReader, DamagedFile, isWhole } from '../downloads/checked-reader.ts';
import type { Context, Services } from './operation.ts';
import type { FileReply } from './replies.ts';

/** How long an address of the store is valid at most; following a redirect takes less, and a download may take longer. */
const PRESIGNED_SECONDS = 60;

/** One asset in one format, as requested. */
export interface Selection {
  /** Parameter that error messages name. */
  readonly parameter: string;
  readonly asset: Asset;
  readonly version: Version;
  /**
   * Undefined: the original without a format. The caller has checked that the format applies to the asset and that the
   * viewer may download it.
   */
  readonly format?: DownloadFormat | undefined;
  /** Maps options that change the picture to their values as written, such as `width` -> `100`. */
  readonly options?: ReadonlyMap<string, string>;
}

/** A file that exists, with everything that a ZIP must know about it before sending its first byte. */
export interface Delivery extends Selection {
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

interface DeliveryContext extends Pick<Context, 'signal'> {
  readonly services: Pick<Services, 'originals'>;
}

/** Returns a version as imported. Rejects with `file_not_found` if it has no file or the file is damaged. */
export async function originalDelivery(
  selection: Selection,
  { services: { originals }, signal }: DeliveryContext,
): Promise<Delivery> {
  const { version } = selection;
  const { file, name, properties } = version;
  const size = file && (await originals.size(file.sha256, { signal }));
  if (!file || size === undefined) throw noFile(selection);
  if (size !== file.size) {
    throw damaged(selection, new DamagedFile(0, `${name} is damaged: it has ${size} bytes, not ${file.size}`));
  }
  return {
    ...selection,
    fileName: name,
    mediaType: properties.mediaType,
    size,
    crc32: file.crc32,
    etag: file.sha256,
    isOriginal: true,
    open: async (range, signal) => {
      const reader = await originals
        .openReader(file.sha256, { ...(range ? { range } : {}), signal })
        .catch((error: unknown) => {
          throw error instanceof DamagedOriginal ? damaged(selection, error) : error;
        });
      if (!reader) throw noFile(selection);
      return reader;
    },
  };
}

export function noFile({ parameter, asset }: Pick<Selection, 'parameter' | 'asset'>): ApiError {
  return new ApiError('file_not_found', `${parameter}: asset ${asset.id} has no file`);
}

export function damaged({ parameter, asset }: Pick<Selection, 'parameter' | 'asset'>, cause?: unknown): ApiError {
  return new ApiError('file_not_found', `${parameter}: the file of asset ${asset.id} is damaged`, { cause });
}

/** How to respond with a file; `mediaType` and `fileName` replace those of the file. */
type ReplyOptions = Pick<FileReply, 'maxAge'> & {
  readonly disposition: 'inline' | 'attachment';
  readonly mediaType?: string;
  readonly fileName?: string;
};

/**
 * Responds with one file. Its bytes are verified while it is sent as a whole; ranges cannot be verified. A server in
 * front sends an original, if one is configured that can read the originals, or the store of originals sends it.
 */
export function replyWith(
  file: Delivery,
  options: ReplyOptions,
  {
    services,
    settings,
    validity,
    now,
  }: Pick<Context, 'settings' | 'validity' | 'now'> & {
    readonly services: Pick<Services, 'originals'>;
  },
): FileReply {
  const { accelRedirect, redirect } = settings.download;
  const { originals } = services;
  // The store must not deliver much longer than this service would.
  const rest = Math.max(1, Math.ceil(((validity.holds?.until ?? Number.POSITIVE_INFINITY) - now) / 1000));
  const seconds = Math.min(PRESIGNED_SECONDS, rest);
  return {
    ...wholeFileReply({ ...file, ...options }),
    ...(accelRedirect === null || !file.isOriginal ? {} : { sentBy: originals.proxyUrl(file.etag, accelRedirect) }),
    // What a page shows or plays stays at this address, because the store's has another origin.
    ...(redirect === null || !file.isOriginal || options.disposition === 'inline'
      ? {}
      : { presignedUrl: (headers) => originals.presignedUrl(file.etag, { ...headers, seconds }) }),
    open: async (range, signal) => {
      const reader = await file.open(range, signal);
      return isWhole(range, file.size) ? checkedReader(reader, { ...file, name: file.fileName }) : reader;
    },
  };
}

/** Responds with a version as imported. `parameter` is the one that error messages name. */
export async function originalReply(
  selection: Selection,
  options: ReplyOptions,
  context: Parameters<typeof replyWith>[2] & DeliveryContext,
): Promise<FileReply> {
  return replyWith(await originalDelivery(selection, context), options, context);
}

/** Responds with a whole file, whose bytes proxies pass through. */
export function wholeFileReply(
  file: Pick<FileReply, 'mediaType' | 'etag' | 'size' | 'open'> & Required<Omit<ReplyOptions, 'mediaType'>>,
): FileReply {
  const { mediaType, etag, size, maxAge, disposition, fileName, open } = file;
  return {
    mediaType,
    disposition: { type: disposition, fileName },
    etag,
    size,
    maxAge,
    isSentThrough: true,
    // If a browser displays the file anyway, nothing in it may run or load.
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
    open,
  };
}
