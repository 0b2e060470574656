/** Counts finished downloads off the request path. */
export interface DownloadLog {
  /** Counts a download of each asset. Returns at once; the count is durable soon, at the latest at the end. */
  count(assets: readonly number[]): void;
  /** Resolves when all earlier counts are written, so that a following query sees them. */
  written(): Promise<void>;
}
