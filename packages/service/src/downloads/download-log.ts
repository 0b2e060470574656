/** Counts finished downloads off the request path. */
export interface DownloadLog {
  /**
   * Counts one download of each asset. Returns immediately; the count becomes durable soon after, at the latest when
   * the process stops.
   */
  count(assets: readonly number[]): void;
  /** Resolves when all earlier counts are written, so that a following query sees them. */
  written(): Promise<void>;
}
