import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs a command of the program to its end; gives its peak memory in megabytes, where the system tells it. */
export async function runCommand(args: readonly string[]): Promise<{ peakMegabytes: number }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' });
  let peakKilobytes = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peakKilobytes = Math.max(peakKilobytes, Number(kilobytes));
    } catch {
      // Gone already, or a system without /proc.
    }
  }, 20);
  const [status] = await once(child, 'exit');
  clearInterval(timer);
  if (status !== 0) throw new Error(`abs ${args.join(' ')} ended with ${status}`);
  return { peakMegabytes: peakKilobytes / 1024 };
}

/** A server over a data folder, on a free port. */
export async function startServer(data: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = await once(lines, 'line');
  return {
    url: String(line).replace('listening on ', ''),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
