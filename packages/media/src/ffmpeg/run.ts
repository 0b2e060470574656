import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { diskFull, tellsOfFullDisk } from '../../../core/src/platform/system-errors.ts';
import { CannotMake } from '../derived/cannot-make.ts';

const SAID_CHARACTERS = 2000;
/** What shells exit with after signals by which systems and operators end programs that work well. */
const FROM_OUTSIDE = new Set(
  (['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM', 'SIGXCPU'] as const).map(
    (name) => 128 + constants.signals[name],
  ),
);

/** Output and limits of a program run. */
interface ProgramOptions {
  /** Standard input; none if absent. */
  readonly input?: Uint8Array | Readable | undefined;
  /** Called for each chunk of the output. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** The program is killed after this many seconds; if absent, the owner of this process enforces a deadline. */
  readonly seconds?: number;
  /** Kills the program, which then fails with its reason. */
  readonly signal?: AbortSignal;
  /** Limit of the output in bytes; the program is killed when it exceeds it. */
  readonly maxBytes?: number;
  /** Environment of the program; default empty. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program without a shell. Resolves with the end of its error output if it
 * succeeds. Rejects with CannotMake if it rejects its file or is stopped or killed, and with ENOSPC if it reports a full disk; the
 * message says why.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<string> {
  const { input, onOutput, seconds, signal, maxBytes = Number.POSITIVE_INFINITY, env = {} } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child =
    input === undefined
      ? spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
      : spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  let said = '';
  let bytes = 0;
  let stoppedFor: Error | undefined;
  const stop = (reason: Error) => {
    stoppedFor ??= reason;
    child.kill('SIGKILL');
  };
  const timer = seconds === undefined ? undefined : setTimeout(() => stop(tookMoreThan(seconds)), seconds * 1000);
  signal?.addEventListener('abort', () => stop(signal.reason as Error), { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) stop(new CannotMake('corrupt', `said more than ${maxBytes} bytes`));
    else onOutput?.(chunk);
  });
  // A program that has ended reads no more.
  child.stdin?.on('error', () => {});
  if (child.stdin && input instanceof Readable) input.pipe(child.stdin);
  else child.stdin?.end(input);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_CHARACTERS);
  });
  child.once('error', reject);
  child.once('close', (code: number | null, killedBy: NodeJS.Signals | null) => {
    if (stoppedFor !== undefined) reject(stoppedFor);
    else if (code === 0) resolve();
    else if (tellsOfFullDisk(said)) reject(diskFull(said.trim()));
    else if (FROM_OUTSIDE.has(code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']))
      reject(new CannotMake('too_slow', `killed: ${code ?? killedBy}`));
    else reject(new CannotMake('corrupt', said.trim() || `ended with ${code ?? killedBy}`));
  });
  try {
    await promise;
    return said.trim();
  } finally {
    clearTimeout(timer);
  }
}

/** Says that what a program does has taken too long. */
export function tookMoreThan(seconds: number): CannotMake {
  return new CannotMake('too_slow', `took more than ${seconds} s`);
}

/** Runs a program like `runProgram` and resolves with its whole output. */
export async function outputOf(
  program: string,
  args: readonly string[],
  options: Omit<ProgramOptions, 'onOutput'> & { readonly maxBytes: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await runProgram(program, args, { ...options, onOutput: (chunk) => chunks.push(chunk) });
  return Buffer.concat(chunks);
}
