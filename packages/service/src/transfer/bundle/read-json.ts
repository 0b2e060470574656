import { scanJson } from '../../../../core/src/domain/json-scan.ts';
import { describeJsonProblem, duplicateKeys } from '../../../../core/src/domain/json-text.ts';
import type { Reading } from './reading.ts';
import type { BundleType } from './value-types.ts';

export const MAX_DUPLICATES = 100;

/**
 * Reads a line that contains one object. Returns undefined after reporting a fault if the line isn't JSON. Reports
 * duplicate keys, too; `kind.read` counts keys in `reading.keys`.
 */
export function readLine<T>(line: string, kind: BundleType<T>, reading: Reading): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const problem = scanJson(line);
    if (!problem) throw error;
    return reading.fault(describeJsonProblem(problem), problem.offset + 1);
  }
  reading.keys = 0;
  const object = kind.read(value, reading);
  if (keysIn(line) !== reading.keys) {
    for (const { path } of duplicateKeys(line, MAX_DUPLICATES)) {
      reading.at(path, () => reading.fault('this key is there twice'));
    }
  }
  return object;
}

/** Endings of keys: a quotation mark, then possibly whitespace, then the colon. */
const KEY_ENDINGS = ['":', ' :', '\t:', '\n:', '\r:'];

/** Counts the keys in a JSON text. Colons inside strings make the count too high; the caller then scans the text. */
export function keysIn(text: string): number {
  let count = 0;
  for (const mark of KEY_ENDINGS) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 2)) count += 1;
  }
  return count;
}
