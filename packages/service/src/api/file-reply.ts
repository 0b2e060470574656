import type { Readable } from 'node:stream';
import type { ByteRange, ByteReader } from '../originals/binary-store.ts';

/** Bytes to be sent. Ranges, conditions, HEAD and headers are the edge's work. */
export interface FileReply {
  readonly mediaType: string;
  /** Absent: no Content-Disposition. */
  readonly disposition?: { readonly type: 'inline' | 'attachment'; readonly fileName: string };
  /** Without quotes; names these very bytes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  /**
   * Seconds that a cache may keep it at most, `immutable` where the address names one version for ever, `no-cache` where the
   * service has to see each request (decisions 8).
   */
  readonly maxAge: number | 'immutable' | 'no-cache';
  readonly headers?: Readonly<Record<string, string>>;
  /** Internal address at which a server in front finds the bytes and sends them; it cuts ranges as well. */
  readonly sentBy?: string;
  /** True where the same request has the same answer for as long as the catalogue doesn't change. */
  readonly isRepeatable?: boolean;
  /** True for whole files: caches in front are told to pass them on as they come, however the address is written. */
  readonly isSentThrough?: boolean;
  /** The bytes, or a part of them. Called at most once. */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<ByteReader | Readable | Uint8Array>;
  /** Called when the last byte of a whole answer has been sent. */
  onSent?(): void;
}
