import { readFileSync } from 'node:fs';

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
