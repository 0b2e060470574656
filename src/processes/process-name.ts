import { readFileSync } from 'node:fs';
import { isAlive } from './alive.ts';

/**
 * Names this process in the names of files, as `ID-START-BOOT`. An ID alone is not enough: in a container the program has the
 * same one at every start. Where the system doesn't tell when a process began, the name is `ID--`, and the ID must do.
 */
export function ownProcessName(): string {
  return `${process.pid}-${startOf(process.pid) ?? '-'}`;
}

/** True while the process runs whose name a file name begins with; false for any other text. */
export function isRunning(name: string): boolean {
  const [, id, start] = /^(\d+)-(\d+-[0-9a-f]+|-)/.exec(name) ?? [];
  if (id === undefined) return false;
  const now = startOf(Number(id));
  return now === undefined || start === '-' ? isAlive(Number(id)) : now === start;
}

/** When a process began, and since which start of the machine; undefined where there is none, or where Linux's `/proc` is missing. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    // After the program's name, which may hold anything, comes the third field; the 22nd is the start in clock ticks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    const ticks = fields[19];
    return ticks === undefined ? undefined : `${ticks}-${boot}`;
  } catch {
    return undefined;
  }
}
