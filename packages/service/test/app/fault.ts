/**
 * Loaded into a program with all its threads: ends one thread when a file tells so. The variable FAULT names the file; its text
 * is `<thread> throw` or `<thread> exit`. One thread of that kind takes the file away and ends; with ` always` behind it, the
 * file stays, and all of them end.
 */
import { readFileSync, unlinkSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

const file = process.env['FAULT'] ?? '';

function kindOf(data: object | null): string {
  if (data === null) return 'other';
  if ('calls' in data) return 'http';
  if ('port' in data && 'storage' in data) return 'index';
  return 'identity' in data ? 'builder' : 'other';
}

function endIfTold(): void {
  let end: string | undefined;
  try {
    const [thread, ...how] = readFileSync(file, 'utf8').split(' ');
    if (thread !== kindOf(workerData)) return;
    end = how[0];
    if (how[1] !== 'always') unlinkSync(file);
  } catch {
    // There is no file, or another thread took it first.
    return;
  }
  if (end === 'exit') process.exit(0);
  throw new Error('the fault that was asked for');
}

if (!isMainThread) {
  endIfTold();
  setInterval(endIfTold, 20).unref();
}
