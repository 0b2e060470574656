/**
 * What a response has sent of a file: the `whole` file; its `end`, behind the first byte; or only `earlier` bytes than the
 * last one, also because it was cut.
 */
export type SentPart = 'whole' | 'end' | 'earlier';

/** A response that has ended, and its part of a file. */
interface SentDownload {
  /** The same for each response with this file to this caller. Short, because many are remembered. */
  readonly key: string;
  readonly part: SentPart;
  /** Code of the PIN through which it was sent, which counts it, too. */
  readonly pin?: string;
}

/** Counts finished downloads off the request path. */
export interface DownloadLog {
  /**
   * Counts a download of each asset if the part ends one: a whole file always, an end together with earlier bytes of its
   * key, in either order, once an hour. Returns at once; the count is durable soon, at the latest at the end.
   */
  count(assets: readonly number[], sent: SentDownload): void;
  /** Resolves when all earlier counts are written, so that a following query sees them. */
  written(): Promise<void>;
}
