/** What operations return: data for JSON, or a file whose bytes are opened later. */
import { hash } from 'node:crypto';
import type { ByteRange, ByteReader } from '../../../core/src/platform/byte-reader.ts';
import type { PictureFile } from '../../../media/src/pictures/stored-pictures.ts';
import type { SentPart } from '../downloads/download-log.ts';
import type { AcceptedFormat } from './pictures/accepted-format.ts';

/** A JSON response: `data` of the envelope, and the values next to it, such as `total` (interface decisions 4). */
export type DataReply<
  T,
  Siblings = {
    readonly total?: number;
    readonly facets?: unknown;
    readonly did_you_mean?: unknown;
    readonly pending?: number;
    readonly uncompared?: number;
  },
> = Siblings & {
  readonly data: T;
  /** Maximum seconds that a cache may keep the response, if shorter than the configured time. */
  readonly maxAgeSeconds?: number;
  /** True if only the caller may keep the response: it has addresses that are signed for him. */
  readonly isPrivate?: boolean;
  /** True if browsers must ask each time, whatever they may do with others. */
  readonly isRevalidated?: boolean;
  /** True if this service may keep it as long as other replies, although callers may keep it only for `maxAgeSeconds`. */
  readonly isLasting?: boolean;
  /** UTC milliseconds until when a live reply stays the same as long as the catalogue does, so that this service may keep it. */
  readonly sameUntil?: number;
  /** Address that the caller is redirected to; the response still contains `data`. */
  readonly location?: string;
};

/** The response to a HEAD request that an operation has only checked. */
export interface HeadReply {
  readonly data: null;
  readonly maxAgeSeconds: 0;
}

/** A file response. The HTTP layer handles ranges, conditional requests, HEAD and headers. */
export interface FileReply {
  readonly mediaType: string;
  /** Absent: the response has no Content-Disposition. */
  readonly disposition?: { readonly type: 'inline' | 'attachment'; readonly fileName: string };
  /** Entity tag that identifies these exact bytes; without quotes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  /**
   * Maximum seconds that a cache may keep the file; `immutable` if the address names one version, whose bytes never
   * change; `no-cache` if the service must see each request (interface decisions 8).
   */
  readonly maxAge: number | 'immutable' | 'no-cache';
  readonly headers?: Readonly<Record<string, string>>;
  /** Internal address from which a server in front sends the bytes itself; that server handles ranges too. */
  readonly sentBy?: string;
  /**
   * Returns an address at which the store of originals sends the bytes itself, with these values of Content-Type and
   * Content-Disposition; undefined if it has none.
   */
  presignedUrl?(headers: { readonly mediaType: string; readonly disposition: string }): Promise<string | undefined>;
  /** What the caller accepts, if the format of a picture depends on it. */
  readonly accepted?: AcceptedFormat;
  /** True for a picture for pages, which shared caches may keep under a signed address. */
  readonly isPicture?: boolean;
  /** True if only the caller may keep the response, because it depends on where the token is, or holds it. */
  readonly isPrivate?: boolean;
  /** True if the same request has the same response until the catalogue changes. */
  readonly isRepeatable?: boolean;
  /** Where a later request finds the same bytes. */
  readonly file?: PictureFile;
  /**
   * True for whole files: tells proxies in front to pass the bytes through without buffering, however the address is
   * written.
   */
  readonly isSentThrough?: boolean;
  /** Opens the bytes or a range of them. Called at most once. */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader | Uint8Array>;
  /** Called when a response to GET has ended, with what it has sent. */
  onSent?(part: SentPart): void;
}

/** Opens bytes in memory, or a range of them. */
export function openBytes(bytes: Uint8Array): FileReply['open'] {
  return async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes);
}

/** Makes a strong entity tag of these bytes, without quotes. */
export function tagOf(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, 27);
}
