/** `abs serve` as a process for long runs: of its log, only errors are stored. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENT } from './patient.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));

export interface LongService extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Lines of the log that report errors, and lines that are not of the log. */
  readonly troubles: readonly string[];
  /** Its exit status after SIGTERM. */
  stop(): Promise<number | null>;
}

/** Starts it over a data folder, on a free port: that of the sources, or another program. */
export async function startLongService(
  data: string,
  settings: Readonly<Record<string, string>> = {},
  { program = MAIN, command = 'serve' } = {},
): Promise<LongService> {
  const child = spawn(process.execPath, [program, command, '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As `deploy/abs.service` does.
    env: { ...process.env, ...PATIENT, MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8', ...settings },
  });
  const troubles: string[] = [];
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!IS_QUIET.test(line)) troubles.push(line);
  });
  const ended = once(child, 'close').then(([status]) => status as number | null);
  const listening = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const line = await Promise.race([listening, ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`the service did not start: ${troubles.join('\n')}${rest}`);
  const stop = async () => {
    child.kill('SIGTERM');
    return await ended;
  };
  return {
    url: line.replace('listening on ', ''),
    pid: child.pid ?? 0,
    troubles,
    stop,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Requests and warnings: of damaged files and missing programs. */
const IS_QUIET = /^\{"level":(?:30|40),/;
