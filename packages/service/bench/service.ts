import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type Agent, get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/service/src/cli/entry.js', import.meta.url));

/** Runs a command of the program to its end; returns its peak memory in megabytes, if the system reports it. */
export async function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ peakMegabytes: number }> {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore', env });
  let peakMegabytes = 0;
  const timer = setInterval(() => {
    try {
      peakMegabytes = Math.max(peakMegabytes, megabytesOf(child.pid, 'VmHWM'));
    } catch {
      // Ended already, or a system without /proc.
    }
  }, 20);
  const [status] = await once(child, 'exit');
  clearInterval(timer);
  if (status !== 0) throw new Error(`abs ${args.join(' ')} ended with ${status}`);
  return { peakMegabytes };
}

/** A value of `/proc` of a process, such as `VmRSS`, in megabytes; throws on a system without it. */
export function megabytesOf(pid: number | undefined, name: string): number {
  const [, kilobytes = '0'] =
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** A server over a data folder, on a free port; without `threads` it has as many as there are cores. */
export async function startServer(
  data: string,
  {
    threads = 0,
    settings = {},
    command = 'serve',
  }: {
    readonly threads?: number;
    readonly settings?: Readonly<Record<string, string>>;
    /** `start` makes the demo in an empty data folder. */
    readonly command?: 'serve' | 'start';
  } = {},
): Promise<{ readonly url: string; readonly pid: number | undefined } & AsyncDisposable> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, command, '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ABS_THREADS: String(threads), ...settings },
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = await once(lines, 'line');
  // A new demo is drawn while its first pictures are served.
  while (existsSync(join(data, 'demo-bundle'))) await setTimeout(100);
  return {
    url: String(line).replace('listening on ', ''),
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Reads an answer to its end and discards it, so that the client costs as little as possible. */
export function receive(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      response.resume().once('end', resolve);
      if (response.statusCode !== 200) reject(new Error(`${address} answers ${response.statusCode}`));
    }).once('error', reject);
  });
}
