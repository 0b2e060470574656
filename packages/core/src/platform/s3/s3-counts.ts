/** Requests to a bucket. Its clients count them up; plain data, so that threads can send it to each other. */
export interface S3Counts {
  /** Requests that were sent, repetitions included. */
  requests: number;
  /** Time until their answers began, or until they failed, in seconds. */
  seconds: number;
  /** Those that could not be served: no answer, an outage, or wrong settings. */
  failed: number;
}

export function newS3Counts(): S3Counts {
  return { requests: 0, seconds: 0, failed: 0 };
}
