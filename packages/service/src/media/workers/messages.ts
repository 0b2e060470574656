/** What a worker process tells its parent, in this order: one `ready`, then one answer for each job. */
export type WorkerMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: Result; readonly rssBytes: number }
  | { readonly kind: 'error'; readonly error: WorkerError; readonly rssBytes: number };

/** An error as it travels between processes. */
export interface WorkerError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
}

/** What the parent sends: one job, and the next only after its answer. */
export interface JobMessage<Job> {
  readonly job: Job;
}
