// Runs on the Node of the machine, without dependencies.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeOf } from './installed.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs the project's Node with these arguments in place of this process as far as possible: it shares the terminal,
 * signals are forwarded, and this process ends with the same exit status or signal. With `endsWithThis`, the program
 * gets an IPC channel, whose loss shows that this process was killed in a way that can't be forwarded.
 */
export function handOver(args, { endsWithThis = false } = {}) {
  const path = [dirname(nodeOf(ROOT)), join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(nodeOf(ROOT), args, {
    stdio: endsWithThis ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: { ...process.env, PATH: path },
  });
  const forward = new Map();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGCONT']) {
    if (!(signal in constants.signals)) continue;
    // The child shares the terminal, so it receives Ctrl-C directly. Forwarding it would send a second signal, which
    // means "exit immediately".
    const listener = () => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    forward.set(signal, listener);
    process.on(signal, listener);
  }
  child.on('error', (error) => {
    console.error(`Node can't be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (status, signal) => {
    for (const [name, listener] of forward) process.off(name, listener);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = status;
  });
}
