import { readFileSync } from 'node:fs';

/** Milliseconds that this thread has run since it began, to the tick of the system's clock. */
export function ranOnCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that this thread was runnable but waited for a CPU, since it began; 0 if the system doesn't report it. */
export function waitedForCpu(): number {
  try {
    const [, nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}
