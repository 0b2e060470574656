import { SlowQueueFull, WorkerNotStarted } from '../../../core/src/concurrency/failures.ts';
import { openFairQueue } from '../../../core/src/concurrency/fair-queue.ts';
import { type Waiter, withinBudget } from '../../../core/src/concurrency/wait-budget.ts';
import { Child } from './child.ts';
import type { CallMessage, WorkerCalls } from './messages.ts';

/** What a call takes, with what must be kept until the call has ended. */
export interface Prepared<Argument> extends AsyncDisposable {
  readonly argument: Argument;
}

/** Prepares what a call takes. */
export type Prepare<Argument> = () => Promise<Prepared<Argument>>;

/** What a call takes. */
export type Argument<Calls extends WorkerCalls, Name extends keyof Calls> = Parameters<Calls[Name]>[0];
/** What a call resolves with. */
export type Result<Calls extends WorkerCalls, Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

export interface PoolState {
  readonly waiting: number;
  readonly busy: number;
  /** Limit of jobs that run at the same time. */
  readonly processes: number;
}

/** Options of one job. Without `budget` it waits in the queue without a timeout. */
export interface JobOptions extends Waiter {
  /**
   * Priority among the jobs of one caller: lower ranks run first; default 0. Between callers it does not count: they
   * take turns, and a full queue rejects the job of the highest rank of the caller with the most jobs.
   */
  readonly rank?: number;
}

/** Worker module of a pool, and the limits of its processes and queue. */
export interface PoolOptions {
  /** The worker module; it must call `serveCalls` last. */
  readonly module: URL;
  /** Limit of worker processes. Each starts when a job first needs it. */
  readonly processes: number;
  /**
   * Deadline of a job in seconds of wall-clock time, from when the worker takes the job. The start of the worker does
   * not count.
   */
  readonly secondsPerJob: number;
  /** Deadline of the start of a worker in seconds; default 60. */
  readonly startupSeconds?: number;
  /** Limit of jobs in the queue; 0 means that no job may wait. */
  readonly queue: number;
  /**
   * Memory limit in MiB of one worker and its descendants, JavaScript heap included. Enforced only during jobs, and
   * only on systems with /proc.
   */
  readonly megabytes: number;
  /** A worker is replaced after this many jobs; default 500. */
  readonly jobsPerProcess?: number;
  /** Environment variables in addition to the few that every worker gets. */
  readonly env?: Record<string, string>;
}

/** Limits of the processes for one kind of work, in the units of `PoolOptions`. */
export interface WorkLimits {
  /** Limit of processes; 0 means one for each processor. */
  readonly processes: number;
  /** Longest time of one job. */
  readonly seconds: number;
  readonly megabytes: number;
  /** Limit of jobs that wait. */
  readonly queue: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
}

/** Number of jobs after which the turns that callers had count half. */
const HALF_LIFE = 100;

/**
 * Runs jobs in child processes, one job at a time in each, with a deadline and a memory limit. Starts a process
 * when a job first needs it, and in place of one that has ended. The opener disposes of it.
 */
export class WorkerPool<Calls extends WorkerCalls> implements AsyncDisposable {
  readonly #options: PoolOptions & { readonly startupSeconds: number; readonly jobsPerProcess: number };
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];
  readonly #waiting = openFairQueue<Waiting>(HALF_LIFE);
  #busy = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = { startupSeconds: 60, jobsPerProcess: 500, ...options };
  }

  /** Current load of the pool. */
  state(): PoolState {
    return { waiting: this.#waiting.size(), busy: this.#busy, processes: this.#options.processes };
  }

  /** Starts a process for the next job, unless one is idle. If the system refuses it, that job tries again. */
  startAhead(): void {
    if (this.#isClosed || this.#idle.some((child) => child.isAlive)) return;
    try {
      this.#idle.push(this.#start());
    } catch (error) {
      if (!(error instanceof WorkerNotStarted)) throw error;
    }
  }

  /**
   * Runs a job. What it takes may be prepared when its turn has come, so that waiting jobs hold nothing. Rejects with
   * QueueFull, WorkerNotStarted, WorkerTimeout, WorkerDied, the signal's reason, or the error that the worker threw.
   * An abort removes a waiting job from the queue. A job that a worker has already started runs to its end and resolves
   * regardless of the signal: most of its cost is already spent, and killing the worker would make the next caller wait
   * for a new one.
   */
  async run<Name extends keyof Calls & string>(
    call: Name,
    argument: Argument<Calls, Name> | Prepare<Argument<Calls, Name>>,
    { rank = 0, caller = '', ...waiter }: JobOptions,
  ): Promise<Result<Calls, Name>> {
    const { signal } = waiter;
    signal.throwIfAborted();
    if (this.#isClosed) throw new Error('the worker pool is closed');
    if (this.#busy < this.#options.processes) this.#busy += 1;
    else await withinBudget(waiter, (leave) => this.#turn(caller, rank, leave));
    this.#waiting.charge(caller, 1);
    try {
      signal.throwIfAborted();
      return (await this.#prepareAndPerform({ call, argument })) as Result<Calls, Name>;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next.item.start(); // hands this job's slot to the next waiter
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const reason = new Error('the worker pool was closed');
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next.item.refuse(reason);
    for (const child of this.#children) child.kill(reason);
    await Promise.all([...this.#children].map((child) => child.exited));
  }

  async #prepareAndPerform({ call, argument }: CallMessage): Promise<unknown> {
    if (typeof argument !== 'function') return await this.#perform({ call, argument });
    await using prepared: Prepared<unknown> = await argument();
    return await this.#perform({ call, argument: prepared.argument });
  }

  async #perform(message: CallMessage): Promise<unknown> {
    const child = this.#takeChild();
    try {
      return await child.perform(message);
    } finally {
      // Replaces a worker that keeps much memory: what a decoder retains after a large file would count against the
      // next job.
      const isLean = child.rssBytes <= (this.#options.megabytes * 2 ** 20) / 2;
      if (child.jobsDone < this.#options.jobsPerProcess && isLean) this.#idle.push(child);
      else child.kill(new Error('the worker has served its time'));
      // The next job need not wait for the start of another.
      if (!child.isAlive) this.startAhead();
    }
  }

  #takeChild(): Child {
    if (this.#isClosed) throw new Error('the worker pool is closed');
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (child.isAlive) return child;
    }
    return this.#start();
  }

  #start(): Child {
    const child = new Child(this.#options.module, this.#options, { ...plainEnvironment(), ...this.#options.env });
    this.#children.add(child);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }

  #turn(caller: string, rank: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      this.#waiting.remove(caller, own);
      reject(signal.reason);
    };
    const settle = (how: () => void) => {
      signal.removeEventListener('abort', abort);
      how();
    };
    const own: Waiting = { start: () => settle(resolve), refuse: (reason) => settle(() => reject(reason)) };
    signal.addEventListener('abort', abort, { once: true });
    const heaviest = this.#waiting.size() < this.#options.queue ? undefined : this.#waiting.takeFromHeaviest(caller, 1);
    this.#waiting.push(caller, own, rank);
    const refused = this.#waiting.size() > this.#options.queue ? this.#waiting.takeLast(caller) : heaviest;
    refused?.refuse(new SlowQueueFull(`${this.#options.queue} jobs are waiting already`));
    return promise;
  }
}

/**
 * Environment of every worker: only the paths of programs and temporary files, the locale and the time zone. Workers
 * never see the settings or secrets of the service, nor its cache of compiled code: one that was taken over could write to it.
 * Only those of the sources do, which tests start by the hundred and nobody serves with.
 */
function plainEnvironment(): Record<string, string> {
  const env: Record<string, string> = {};
  const ofSources = import.meta.url.endsWith('.ts') ? ['NODE_COMPILE_CACHE'] : [];
  for (const name of ['PATH', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP', ...ofSources]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
