import { spawn } from 'node:child_process';

const SAID_CHARACTERS = 2000;

/** A media program refused its file, or was stopped: `message` is the end of what it said. */
export class MediaFailure extends Error {
  override readonly name = 'MediaFailure';
}

export interface RunOptions {
  /** Called for each piece of the output. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** The program is killed after this time; absent: whoever owns this process keeps the time. */
  readonly seconds?: number;
  /** Most bytes of output; more end the program. */
  readonly maxBytes?: number;
}

/**
 * Runs a program without a shell, without input and without environment, and resolves with the end of what it complained of when
 * it ended well. Rejects with MediaFailure.
 */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { onOutput, seconds, maxBytes = Number.POSITIVE_INFINITY } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  let said = '';
  let bytes = 0;
  let stoppedFor: string | undefined;
  const stop = (reason: string) => {
    stoppedFor ??= reason;
    child.kill('SIGKILL');
  };
  const timer =
    seconds === undefined ? undefined : setTimeout(() => stop(`took more than ${seconds} s`), seconds * 1000);
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) stop(`said more than ${maxBytes} bytes`);
    else onOutput?.(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_CHARACTERS);
  });
  child.once('error', reject);
  child.once('close', (code, signal) => {
    if (code === 0 && stoppedFor === undefined) resolve();
    else reject(new MediaFailure(stoppedFor ?? (said.trim() || `ended with ${code ?? signal}`)));
  });
  try {
    await promise;
    return said.trim();
  } finally {
    clearTimeout(timer);
  }
}

/** The same, with the whole output as result. */
export async function outputOf(
  program: string,
  args: readonly string[],
  options: { readonly seconds?: number; readonly maxBytes: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await run(program, args, { ...options, onOutput: (chunk) => chunks.push(chunk) });
  return Buffer.concat(chunks);
}
