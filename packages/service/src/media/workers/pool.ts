import { QueueFull } from '../../concurrency/failures.ts';
import { patiently, type Waiter } from '../../concurrency/patience.ts';
import { Child } from './child.ts';

export { QueueFull, WorkerDied, WorkerTimeout } from '../../concurrency/failures.ts';

/** Jobs done in child processes: one job at a time each, with a deadline and a memory cap. Closed by its opener. */
export interface WorkerPool<Job, Result> extends AsyncDisposable {
  /** How it is just now. */
  state(): PoolState;
  /**
   * Rejects with QueueFull, WorkerTimeout, WorkerDied, the signal's reason, or the error that the worker threw.
   * An abort takes a job out of the line. A job that a worker has been given is brought to its end and answered, whatever the
   * signal says: its result is nearly paid for, and a worker killed for a caller who left would be missed by the next one.
   */
  run(job: Job, options: RunOptions): Promise<Result>;
}

/** A pool at one moment. Plain data. */
export interface PoolState {
  /** Jobs that wait for a process. */
  readonly waiting: number;
  /** Jobs that are being done. */
  readonly busy: number;
  /** Most that can be done at a time. */
  readonly processes: number;
}

/** Without patience a job waits as long as it takes. */
export interface RunOptions extends Waiter {
  /** Who waits with a lower one goes first, and a full line turns away the highest; default 0. */
  readonly rank?: number;
}

export interface PoolOptions {
  /** The worker module; it ends with `serveJobs`. */
  readonly module: URL;
  /** Most worker processes at a time; each starts with the first job that needs it. */
  readonly processes: number;
  /** Wall clock from the worker's taking the job; the worker's own start is not counted. */
  readonly secondsPerJob: number;
  /** Most jobs that wait for a worker; 0: none. */
  readonly queue: number;
  /** Most memory of one worker with all it has started, JavaScript heap included. Enforced while a job runs where there is /proc. */
  readonly megabytes: number;
  /** A worker is replaced after this many jobs; default 500. */
  readonly jobsPerProcess?: number;
  /** Added to the few variables that every worker gets. */
  readonly env?: Record<string, string>;
}

interface Waiting {
  readonly rank: number;
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
}

/** Opens a pool without starting a process. */
export function openPool<Job, Result>(options: PoolOptions): WorkerPool<Job, Result> {
  return new Pool(options);
}

class Pool<Job, Result> implements WorkerPool<Job, Result> {
  readonly #options: PoolOptions;
  readonly #children = new Set<Child<Job, Result>>();
  readonly #idle: Child<Job, Result>[] = [];
  readonly #waiting: Waiting[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  state(): PoolState {
    return { waiting: this.#waiting.length, busy: this.#busy, processes: this.#options.processes };
  }

  async run(job: Job, { rank = 0, ...waiter }: RunOptions): Promise<Result> {
    const { signal } = waiter;
    signal.throwIfAborted();
    if (this.#isClosed) throw new Error('the worker pool is closed');
    if (this.#busy < this.#options.processes) this.#busy += 1;
    else await patiently(waiter, (leave) => this.#turn(rank, leave));
    try {
      signal.throwIfAborted();
      return await this.#perform(job);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next.start(); // the turn passes on
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const reason = new Error('the worker pool was closed');
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason);
    for (const child of this.#children) child.kill(reason);
    await Promise.all([...this.#children].map((child) => child.exited));
  }

  async #perform(job: Job): Promise<Result> {
    const child = this.#takeChild();
    try {
      return await child.perform(job);
    } finally {
      const { jobsPerProcess = 500, megabytes } = this.#options;
      // What a decoder keeps after a large file would count against the next one.
      const isLean = child.rssBytes <= (megabytes * 2 ** 20) / 2;
      if (child.jobsDone < jobsPerProcess && isLean) this.#idle.push(child);
      else child.kill(new Error('the worker has served its time'));
    }
  }

  #takeChild(): Child<Job, Result> {
    if (this.#isClosed) throw new Error('the worker pool is closed');
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (child.isAlive) return child;
    }
    const child = new Child<Job, Result>(this.#options.module, this.#options, {
      ...plainEnvironment(),
      ...this.#options.env,
    });
    this.#children.add(child);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }

  #turn(rank: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(signal.reason);
    };
    const settle = (how: () => void) => {
      signal.removeEventListener('abort', abort);
      how();
    };
    const waiting: Waiting = { rank, start: () => settle(resolve), refuse: (reason) => settle(() => reject(reason)) };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.splice(this.#waiting.findLastIndex((other) => other.rank <= rank) + 1, 0, waiting);
    if (this.#waiting.length > this.#options.queue)
      this.#waiting.pop()?.refuse(new QueueFull(`${this.#options.queue} jobs are waiting already`));
    return promise;
  }
}

/** Workers see where programs are, and how text is written; never the settings or secrets of the service. */
function plainEnvironment(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of ['PATH', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP']) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  // Set by tests alone. A folder of which the service takes code is no business of those who decode strangers' bytes.
  const compiled = process.env['COMPILED_BY_WORKERS'];
  if (compiled !== undefined) env['NODE_COMPILE_CACHE'] = compiled;
  return env;
}
