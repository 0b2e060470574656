/** Messages from a worker to its parent: one `ready`, then one response for each job. */
export type WorkerMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: Result; readonly rssBytes: number }
  | { readonly kind: 'error'; readonly error: WorkerError; readonly rssBytes: number };

/** An error in a form that can be sent between processes. */
export interface WorkerError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
}

/** Message from the parent to a worker. The parent sends the next job only after the response to the last one. */
export interface JobMessage<Job> {
  readonly job: Job;
}
