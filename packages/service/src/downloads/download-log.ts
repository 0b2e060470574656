/** A response that has been sent to the last byte of a file. */
export interface SentDownload {
  /** The same for each response with this file to this caller. */
  readonly key: string;
  /** False if the response began behind the first byte: then it ends a download that began before, or repeats its end. */
  readonly isWhole: boolean;
}

/** Counts finished downloads off the request path. */
export interface DownloadLog {
  /**
   * Counts a download of each asset; a part only if no download with its key was counted in the last hour. Returns at
   * once; the count is durable soon, at the latest at the end.
   */
  count(assets: readonly number[], sent: SentDownload): void;
  /** Resolves when all earlier counts are written, so that a following query sees them. */
  written(): Promise<void>;
}
