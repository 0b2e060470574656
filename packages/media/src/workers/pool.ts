import { SlowQueueFull } from '../../../core/src/concurrency/failures.ts';
import { openFairQueue } from '../../../core/src/concurrency/fair-queue.ts';
import { type Waiter, withinBudget } from '../../../core/src/concurrency/wait-budget.ts';
import { Child } from './child.ts';
import type { CallMessage, WorkerCalls } from './messages.ts';

/**
 * Runs jobs in child processes, one job at a time in each, with a deadline and a memory limit. The opener disposes of
 * it.
 */
export interface WorkerPool<Calls extends WorkerCalls> extends AsyncDisposable {
  /** Current load of the pool. */
  state(): PoolState;
  /**
   * Runs a job. What it takes may be prepared when its turn has come, so that waiting jobs hold nothing. Rejects with QueueFull, WorkerNotStarted, WorkerTimeout, WorkerDied, the signal's reason, or the error
   * that the worker threw.
   * An abort removes a waiting job from the queue. A job that a worker has already started runs to its end and resolves
   * regardless of the signal: most of its cost is already spent, and killing the worker would make the next caller wait
   * for a new one.
   */
  run<Name extends keyof Calls & string>(
    call: Name,
    argument: Argument<Calls, Name> | Prepare<Argument<Calls, Name>>,
    options: JobOptions,
  ): Promise<Result<Calls, Name>>;
}

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

/** Opens a pool without starting a process. */
export function openPool<Calls extends WorkerCalls>(options: PoolOptions): WorkerPool<Calls> {
  const { processes, queue, megabytes, module, env, startupSeconds = 60, jobsPerProcess = 500 } = options;
  const children = new Set<Child>();
  const idle: Child[] = [];
  const waiting = openFairQueue<Waiting>(HALF_LIFE);
  let busy = 0;
  let isClosed = false;

  async function prepareAndPerform({ call, argument }: CallMessage): Promise<unknown> {
    if (typeof argument !== 'function') return await perform({ call, argument });
    await using prepared: Prepared<unknown> = await argument();
    return await perform({ call, argument: prepared.argument });
  }

  async function perform(message: CallMessage): Promise<unknown> {
    const child = takeChild();
    try {
      return await child.perform(message);
    } finally {
      // Replaces a worker that keeps much memory: what a decoder retains after a large file would count against the
      // next job.
      const isLean = child.rssBytes <= (megabytes * 2 ** 20) / 2;
      if (child.jobsDone < jobsPerProcess && isLean) idle.push(child);
      else child.kill(new Error('the worker has served its time'));
    }
  }

  function takeChild(): Child {
    if (isClosed) throw new Error('the worker pool is closed');
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) {
      if (child.isAlive) return child;
    }
    const child = new Child(module, { ...options, startupSeconds }, { ...plainEnvironment(), ...env });
    children.add(child);
    void child.exited.then(() => children.delete(child));
    return child;
  }

  function turn(caller: string, rank: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      waiting.remove(caller, own);
      reject(signal.reason);
    };
    const settle = (how: () => void) => {
      signal.removeEventListener('abort', abort);
      how();
    };
    const own: Waiting = { start: () => settle(resolve), refuse: (reason) => settle(() => reject(reason)) };
    signal.addEventListener('abort', abort, { once: true });
    const heaviest = waiting.size() < queue ? undefined : waiting.takeFromHeaviest(caller, 1);
    waiting.push(caller, own, rank);
    const refused = waiting.size() > queue ? waiting.takeLast(caller) : heaviest;
    refused?.refuse(new SlowQueueFull(`${queue} jobs are waiting already`));
    return promise;
  }

  return {
    state: () => ({ waiting: waiting.size(), busy, processes }),
    async run<Name extends keyof Calls & string>(
      call: Name,
      argument: Argument<Calls, Name> | Prepare<Argument<Calls, Name>>,
      { rank = 0, caller = '', ...waiter }: JobOptions,
    ): Promise<Result<Calls, Name>> {
      const { signal } = waiter;
      signal.throwIfAborted();
      if (isClosed) throw new Error('the worker pool is closed');
      if (busy < processes) busy += 1;
      else await withinBudget(waiter, (leave) => turn(caller, rank, leave));
      waiting.charge(caller, 1);
      try {
        signal.throwIfAborted();
        return (await prepareAndPerform({ call, argument })) as Result<Calls, Name>;
      } finally {
        const next = waiting.shift();
        if (next === undefined) busy -= 1;
        else next.item.start(); // hands this job's slot to the next waiter
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const reason = new Error('the worker pool was closed');
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next.item.refuse(reason);
      for (const child of children) child.kill(reason);
      await Promise.all([...children].map((child) => child.exited));
    },
  };
}

/**
 * Environment of every worker: only the paths of programs and temporary files, the locale and the time zone. Workers
 * never see the settings or secrets of the service, nor its cache of compiled code: one that was taken over could write to it.
 */
function plainEnvironment(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of ['PATH', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'TEMP']) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
