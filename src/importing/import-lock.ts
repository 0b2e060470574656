import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isAlive } from '../processes/alive.ts';

const RETRY_MS = 200;

/**
 * Lets one import at a time work on a data folder: originals that one of them has just stored look unused until it has landed,
 * and another that fails must not clear them away. Waits for the other one; a lock of a dead process doesn't count.
 */
export async function lockImports(directory: string, signal: AbortSignal): Promise<Disposable> {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'import.lock');
  while (!take(path)) {
    const owner = ownerOf(path);
    if (owner === undefined || !isAlive(owner)) rmSync(path, { force: true });
    else await setTimeout(RETRY_MS, undefined, { signal });
  }
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
