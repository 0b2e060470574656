import { readFileSync, statSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { VerifierUnavailable } from './token-verifier.ts';

/** A key set in a file, read again when the file has changed. Throws at once where there is none. */
export function openKeySetFile<Set>(path: string, open: (keys: JSONWebKeySet) => Set) {
  let keys = read();
  let generation = 0;

  function read() {
    const stamp = stampOf(path);
    try {
      return { stamp, set: open(JSON.parse(readFileSync(path, 'utf8')) as JSONWebKeySet) };
    } catch (cause) {
      throw new VerifierUnavailable(`${path} holds no key set`, { cause });
    }
  }

  function refresh(): void {
    if (stampOf(path) === keys.stamp) return;
    keys = read();
    generation += 1;
  }

  return {
    /** Throws `VerifierUnavailable` where the file is gone or broken. */
    current: (): Set => {
      refresh();
      return keys.set;
    },
    /** Another number with each change. */
    state: (): number => {
      refresh();
      return generation;
    },
  };
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (cause) {
    throw new VerifierUnavailable(`${path} can't be read`, { cause });
  }
}
