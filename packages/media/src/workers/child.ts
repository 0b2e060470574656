import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WorkerDied, WorkerNotStarted, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import type { CallMessage, WorkerError, WorkerMessage } from './messages.ts';

const MEMORY_CHECK_MILLISECONDS = 100;
const STDERR_TAIL = 2000;

/** Limits of a worker process: seconds for its start and for each job, and MiB of memory. */
interface ChildLimits {
  readonly startupSeconds: number;
  readonly secondsPerJob: number;
  readonly megabytes: number;
}

/** One worker process from fork to exit. It always ends by SIGKILL, together with every process it has started. */
export class Child {
  readonly #process: ChildProcess;
  readonly #limits: ChildLimits;
  readonly #ready = Promise.withResolvers<void>();
  readonly #exit = Promise.withResolvers<void>();
  #answer: PromiseWithResolvers<WorkerMessage> | undefined;
  #killedFor: Error | undefined;
  #stderr = '';
  #alive = true;
  #jobsDone = 0;
  #rssBytes = 0;

  constructor(module: URL, limits: ChildLimits, env: Record<string, string>) {
    this.#limits = limits;
    this.#process = forked(module, limits, env);
    this.#process.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#process.once('exit', (code, signal) => this.#died(`exit code ${code ?? 'none'}, signal ${signal ?? 'none'}`));
    this.#process.once('error', (error) => {
      if (this.#process.pid === undefined) this.#killedFor ??= notStarted(error);
      this.#died(error.message);
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
    });
    // A worker may die while no job waits for it, so the rejection may have no listener.
    this.#ready.promise.catch(() => {});
    this.#keepParentAlive(false);
  }

  /** False once the process has exited or is being killed. */
  get isAlive(): boolean {
    return this.#alive && this.#killedFor === undefined;
  }

  get jobsDone(): number {
    return this.#jobsDone;
  }

  /** Resident memory in bytes after the last job, as the worker reported it. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /** Resolves when the process has exited. */
  get exited(): Promise<void> {
    return this.#exit.promise;
  }

  /**
   * Runs one job. Call it again only after it has settled. Kills the process at the deadline or above the memory limit.
   */
  async perform(message: CallMessage): Promise<unknown> {
    this.#keepParentAlive(true);
    const answer = Promise.withResolvers<WorkerMessage>();
    this.#answer = answer;
    const { startupSeconds, secondsPerJob } = this.#limits;
    let deadline = this.#killAfter(
      startupSeconds,
      new WorkerNotStarted(`the worker took more than ${startupSeconds} s to start`),
    );
    const watch = setInterval(() => this.#checkMemory(), MEMORY_CHECK_MILLISECONDS);
    try {
      await this.#ready.promise;
      clearTimeout(deadline);
      deadline = this.#killAfter(secondsPerJob, new WorkerTimeout(`the job took more than ${secondsPerJob} s`));
      this.#process.send(message, () => {}); // if the write fails, the exit handler rejects the job
      const response = await answer.promise;
      if (response.kind === 'error') throw revive(response.error);
      if (response.kind === 'ready') throw new WorkerDied('the worker started twice');
      return response.result;
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      this.#answer = undefined;
      this.#jobsDone += 1;
      if (this.isAlive) this.#keepParentAlive(false);
    }
  }

  /** Kills the process and every process it has started; a running job rejects with `reason`. */
  kill(reason: Error): void {
    this.#killedFor ??= reason;
    if (this.#alive) this.#keepParentAlive(true); // the parent must not exit before callers see this exit
    this.#killGroup();
    this.#fail(this.#killedFor);
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') this.#ready.resolve();
    else {
      this.#rssBytes = message.rssBytes;
      this.#answer?.resolve(message);
    }
  }

  #died(how: string): void {
    if (!this.#alive) return;
    this.#killGroup(); // ends processes that a crashed worker left behind
    this.#alive = false;
    const said = this.#stderr.trim();
    this.#fail(
      this.#killedFor ?? new WorkerDied(`the worker process died (${how})`, said === '' ? {} : { cause: said }),
    );
    this.#exit.resolve();
  }

  #fail(error: Error): void {
    this.#ready.reject(error);
    this.#answer?.promise.catch(() => {});
    this.#answer?.reject(error);
  }

  #killAfter(seconds: number, reason: Error): NodeJS.Timeout {
    return setTimeout(() => this.kill(reason), seconds * 1000);
  }

  #checkMemory(): void {
    const { pid } = this.#process;
    const bytes = pid === undefined ? undefined : residentBytes(pid);
    if (bytes !== undefined && bytes > this.#limits.megabytes * 2 ** 20) {
      this.kill(new WorkerDied(`the job needed more than ${this.#limits.megabytes} MB of memory`));
    }
  }

  #killGroup(): void {
    const { pid } = this.#process;
    if (pid === undefined || !this.#alive) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      this.#process.kill('SIGKILL'); // the group is gone, or the child is not its leader yet
    }
  }

  #keepParentAlive(keep: boolean): void {
    const change = keep ? 'ref' : 'unref';
    this.#process[change]();
    this.#process.channel?.[change]();
    const stderr = this.#process.stderr as { ref?(): void; unref?(): void } | null; // a socket, typed as a stream
    stderr?.[change]?.();
  }
}

/** Throws WorkerNotStarted if the system refuses another process at once. */
function forked(module: URL, { megabytes }: ChildLimits, env: Record<string, string>): ChildProcess {
  try {
    return fork(fileURLToPath(module), [], {
      serialization: 'advanced',
      env,
      // Replaces the parent's own flags (inspector, test runner), which must not apply to a worker.
      execArgv: [`--max-old-space-size=${megabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Its own process group, so that the processes it starts die with it.
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    throw notStarted(error);
  }
}

function notStarted(cause: unknown): WorkerNotStarted {
  return new WorkerNotStarted('the system starts no process', { cause });
}

/** Gives an error back the class by which callers tell it from others. */
function revive({ name, message, stack, code, reason }: WorkerError): Error {
  if (reason !== undefined) return new CannotMake(reason, message);
  if (name === 'WorkerDied') return new WorkerDied(message);
  const error = new Error(message);
  return Object.assign(error, { name, stack: stack ?? error.stack }, code === undefined ? {} : { code });
}

/**
 * Resident memory in bytes of a process and all its descendants; undefined if the system has no /proc or the process is
 * gone.
 */
export function residentBytes(pid: number): number | undefined {
  const own = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (own === undefined) return undefined;
  let bytes = Number(own) * 1024;
  for (const child of read(`/proc/${pid}/task/${pid}/children`).split(' ')) {
    if (child !== '') bytes += residentBytes(Number(child)) ?? 0;
  }
  return bytes;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
