import type { StoredFile } from '../domain/model.ts';
import type { ByteRange, ByteReader } from '../platform/byte-reader.ts';
import type { Confines } from '../platform/confines.ts';
import type { CannotOpenReason } from '../platform/regular-file.ts';

/** A local copy of an original. The path stays valid until the lease is disposed of. Nobody may change the file. */
export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Stores originals under the SHA-256 of their bytes. Each is written once and never changed. */
export interface Originals extends AsyncDisposable {
  /**
   * Copies a local file into the store; the copy is durable when this resolves. A path as a Buffer has the bytes of a
   * name that is not valid UTF-8. `isNew` is false if the store already had the same bytes. Rejects with CannotTakeFile if
   * the local file is at fault; any other error is a failure of the store.
   */
  put(path: string | Buffer, options: PutOptions): Promise<StoredFile & { readonly isNew: boolean }>;
  /** Returns the size in bytes, or undefined if there is no such file. A malformed key counts as a missing file. */
  size(key: string, options?: Abortable): Promise<number | undefined>;
  /**
   * Opens a reader of the whole file or a range; undefined if there is no such file. The caller disposes of the reader.
   */
  openReader(key: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<ByteReader | undefined>;
  /**
   * Leases a local file with these bytes, for programs that need a path; undefined only if there is no such file. A store
   * without local files makes one, which may take as long as a download.
   */
  leaseLocalFile(key: string, options: { signal: AbortSignal }): Promise<LocalFile | undefined>;
  /**
   * Copies the file to a path where there is none, not yet durable; the copy is cheap if the file system can share
   * blocks. Returns false if there is no such file.
   */
  copyTo(key: string, to: string, options: { signal: AbortSignal }): Promise<boolean>;
  /**
   * Returns the address at which a server in front that can read the store finds this file. `location` is where that
   * server has the store. Needs no wait, and doesn't say whether the file exists.
   */
  proxyUrl(key: string, location: string): string;
  /**
   * Returns an address at which anyone can read this file for `seconds`, with the given headers; undefined if the store
   * has no addresses of its own. Doesn't say whether the file exists.
   */
  presignedUrl(
    key: string,
    options: { readonly mediaType: string; readonly disposition: string; readonly seconds: number },
  ): Promise<string | undefined>;
  /** Removes a file; ignores unknown keys. */
  remove(key: string, options?: Abortable): Promise<void>;
  /** Removes incomplete files that a killed process left behind. Call it only while no `put` is running. */
  removeUnfinished(options?: Abortable): Promise<void>;
  /** Lists every key in the store, in no particular order. */
  keys(options?: Abortable): AsyncIterable<string>;
}

interface Abortable {
  readonly signal?: AbortSignal;
}

/** Options for copying a local file into the store. */
export interface PutOptions {
  readonly signal: AbortSignal;
  /**
   * Awaited with the key before the file becomes visible under it, so that the caller can record the key first and even
   * a crash leaves no unrecorded file.
   */
  readonly beforeNew?: (key: string) => void | Promise<void>;
  /** Where the file must be after links are resolved; default: anywhere. */
  readonly within?: Confines;
}

/**
 * The store can't be reached or refuses its service at present; a retry may succeed. The message names the setting to
 * check and holds no secret.
 */
export class OriginalsUnreachable extends Error {
  override readonly name = 'OriginalsUnreachable';
}

/** The store has other bytes under a key than those that the key stands for. */
export class DamagedOriginal extends Error {
  override readonly name = 'DamagedOriginal';
}

/** Why a local file could not be copied into the store. */
export type CannotTakeFileReason = CannotOpenReason | 'changed';

/** The local file is at fault, not the store: it can't be opened, or it changed while it was read. */
export class CannotTakeFile extends Error {
  override readonly name = 'CannotTakeFile';
  readonly reason: CannotTakeFileReason;

  constructor(reason: CannotTakeFileReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
