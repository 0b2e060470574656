import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents; does nothing if it exists. Throws the system's error. Does not use Node's
 * `recursive` option, which loops forever if a folder can't be created although its parent exists, for example below
 * /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isThere(at); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process may have created it first.
      if (!isThere(folder)) throw error;
    }
  }
}

function isThere(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${path} is no folder`);
  return found !== undefined;
}
