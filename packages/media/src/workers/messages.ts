import type { CannotMakeReason } from '../derived/cannot-make.ts';

/**
 * The functions that a worker module performs, by name. Its parent calls them with the same types through a
 * `WorkerPool`. Arguments and results are copied between the processes.
 */
export type WorkerCalls = Readonly<Record<string, (argument: never) => Promise<unknown>>>;

/** Messages from a worker to its parent: one `ready`, then one response for each call. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: unknown; readonly rssBytes: number }
  | { readonly kind: 'error'; readonly error: WorkerError; readonly rssBytes: number };

/** An error in a form that can be sent between processes. */
export interface WorkerError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  /** Only of CannotMake. */
  readonly reason?: CannotMakeReason;
}

/** Message from the parent to a worker. The parent sends the next call only after the response to the last one. */
export interface CallMessage {
  readonly call: string;
  readonly argument: unknown;
}
