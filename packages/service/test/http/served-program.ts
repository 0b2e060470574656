/** The program as operators run it, on two threads. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENT } from '../support/patient.ts';

export const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));

export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly data: string;
  readonly child: ChildProcess;
}

export async function serve(data: string, ...args: string[]): Promise<Service> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...PATIENT, ...process.env, ABS_THREADS: '2' },
  });
  const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
  return {
    url: String(line).replace('listening on ', ''),
    data,
    child,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

export async function stop({ child }: Service): Promise<{ status: number; milliseconds: number }> {
  const start = performance.now();
  child.kill('SIGTERM');
  const [status] = await once(child, 'exit');
  return { status: Number(status), milliseconds: performance.now() - start };
}
