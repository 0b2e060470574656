import { readFileSync, statSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { parseJson } from '../../../core/src/domain/json-text.ts';
import { VerifierUnavailable } from './token-verifier.ts';

/** Opens a key set in a file and reads it again when the file changes. Throws immediately if there is no valid one. */
export function openKeySetFile<Set>(path: string, open: (keys: JSONWebKeySet) => Set) {
  let keys = read();
  let generation = 0;

  function read() {
    const stamp = stampOf(path);
    try {
      return { stamp, set: open(parseJson(readFileSync(path, 'utf8')) as JSONWebKeySet) };
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
    /** Returns the current set. Throws `VerifierUnavailable` if the file is missing or invalid. */
    current: (): Set => {
      refresh();
      return keys.set;
    },
    /** Returns a number that changes with the file. */
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
