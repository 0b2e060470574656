/** Counts finished downloads off the request path. */
export interface DownloadLog {
  /** Counts one download of each asset. Returns at once; the count is durable soon after, at the latest when the process stops. */
  count(assets: readonly number[]): void;
  /** Resolves when what was counted before is written, so that whoever asks next reads it. */
  written(): Promise<void>;
}
