import type { Readable } from 'node:stream';
import type { StoredFile } from '../domain/model.ts';
import type { CannotOpenReason, Confines } from '../platform/regular-file.ts';

/** Inclusive first and last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes in their order. Whoever reads brings the memory, so that a large file is sent with a few buffers. */
export interface ByteReader extends AsyncDisposable {
  /** Fills the beginning of `into` with the bytes that follow; gives how many, 0 at the end. One call at a time. */
  read(into: Uint8Array): Promise<number>;
}

/** Originals, named by the SHA-256 of their bytes, written once and never changed. */
export interface BinaryStore extends AsyncDisposable {
  /**
   * Copies a local file in; durable when it resolves. `isNew` is false when the same bytes were there already.
   * Rejects with CannotTakeFile where the local file is to blame; any other error is trouble of the store.
   */
  put(path: string | Buffer, options: PutOptions): Promise<StoredFile & { readonly isNew: boolean }>;
  /** Size in bytes, or undefined when there is no such file. A malformed key has no file. */
  size(key: string): Promise<number | undefined>;
  /** The bytes, or a part of them; undefined when there is no such file. The caller consumes or destroys the stream. */
  open(key: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<Readable | undefined>;
  /** The same without a stream, for whoever sends much. The caller disposes of the reader. */
  read(key: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<ByteReader | undefined>;
  /** A local file with these bytes for programs that need a path, valid until the store closes; undefined when there is none. */
  localPath(key: string, options: { signal: AbortSignal }): Promise<string | undefined>;
  /** Removes a file; unknown keys are ignored. */
  remove(key: string): Promise<void>;
  /** Removes what a killed process left behind half stored. Only while nobody puts. */
  removeUnfinished(): Promise<void>;
  /** Every key in the store, in no order. */
  keys(): AsyncIterable<string>;
}

/** How a local file is taken in. */
export interface PutOptions {
  readonly signal: AbortSignal;
  /** Told the key before the bytes can be found under it, so that not even a crash leaves bytes nobody knows of. */
  readonly onNew?: (key: string) => void;
  /** Where the file must lie once links are resolved; default anywhere. */
  readonly within?: Confines;
}

/** Why a local file could not be taken in. */
export type CannotTakeFileReason = CannotOpenReason | 'changed';

/** The local file is to blame, not the store: it can't be opened, or changed while it was read. */
export class CannotTakeFile extends Error {
  override readonly name = 'CannotTakeFile';
  readonly reason: CannotTakeFileReason;

  constructor(reason: CannotTakeFileReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
