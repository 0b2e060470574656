import { readFileSync } from 'node:fs';

/** Milliseconds that this thread has run since it began, to the tick of the system's clock. */
export function ranOnCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that this thread could have run, but had to wait for a CPU, since it began; 0 where the system doesn't tell. */
export function waitedForCpu(): number {
  try {
    const [, nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}
