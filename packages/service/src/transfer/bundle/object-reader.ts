import { scanJson } from '../../domain/json-scan.ts';
import { describeJsonProblem, duplicateKeys, linesAt, openDuplicateFinder } from '../../domain/json-text.ts';
import { scanYielding } from './json-places.ts';
import type { Reading } from './reading.ts';
import type { ReadSession } from './session.ts';
import type { BundleType } from './value-types.ts';

const MOST_DUPLICATES = 100;

/** Reads a line that contains one object. Returns `undefined` if it doesn't. */
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
    for (const { path } of duplicateKeys(line, MOST_DUPLICATES)) {
      reading.at(path, () => reading.fault('this key is there twice'));
    }
  }
  return object;
}

/** Applies the check for duplicate keys to the whole `catalogue.json`, after all of it has been read. */
export async function refuseDuplicateKeys({ document, reading, faults, signal }: ReadSession): Promise<void> {
  const { text } = document;
  if (keysIn(text) === reading.keys) return;
  const { found, ...visitor } = openDuplicateFinder(MOST_DUPLICATES);
  await scanYielding(text, visitor, signal);
  const lines = linesAt(
    text,
    found.map(({ offset }) => offset),
  );
  for (const [index, { path }] of found.entries()) {
    faults.add({ file: reading.file, line: lines[index] ?? 0, path, problem: 'this key is there twice' });
  }
}

/** Endings of keys: a quotation mark, then possibly whitespace, then the colon. */
const BEFORE_VALUES = ['":', ' :', '\t:', '\n:', '\r:'];

/** Counts the keys in a JSON text. Colons inside strings make the count too high; the caller then scans the text. */
function keysIn(text: string): number {
  let count = 0;
  for (const mark of BEFORE_VALUES) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 2)) count += 1;
  }
  return count;
}
