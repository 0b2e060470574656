import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { scanJson } from '../../../../core/src/domain/json-scan.ts';
import { describeJsonProblem, positionAt, type TextPosition } from '../../../../core/src/domain/json-text.ts';
import { isObject } from '../../../../core/src/domain/values.ts';
import { CannotOpen, openRegularFile, readAtMost } from '../../../../core/src/platform/regular-file.ts';
import { fileProblem } from '../file-problem.ts';
import type { FaultList } from './faults.ts';
import { decodeLines, NOT_UTF8 } from './lines.ts';

/** Name of the file that makes a directory a bundle. */
export const DOCUMENT = 'catalogue.json';

/** Maximum size of `catalogue.json` in bytes. Larger catalogues keep their nodes and assets in files of lines. */
const MAX_DOCUMENT_BYTES = 256 * 2 ** 20;

export interface BundleDocument {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Reads `catalogue.json` below a real path. If it is invalid as a whole, adds a fault and returns `undefined`. */
export async function readDocument(
  root: string,
  { faults, signal }: { faults: FaultList; signal: AbortSignal },
): Promise<BundleDocument | undefined> {
  const refuse = (problem: string, position: Partial<TextPosition> = { line: 0 }): undefined => {
    faults.add({ file: DOCUMENT, ...position, path: [], problem });
    return undefined;
  };
  let bytes: Buffer | undefined;
  try {
    await using file = await openRegularFile(join(root, DOCUMENT), { root });
    bytes = await readAtMost(file, MAX_DOCUMENT_BYTES, signal);
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return refuse(`it ${fileProblem(error, 'bundle')}`);
  }
  if (bytes === undefined) {
    return refuse(
      `it is larger than ${MAX_DOCUMENT_BYTES} bytes; move nodes and assets to nodes.jsonl and assets.jsonl`,
    );
  }
  if (!isUtf8(bytes)) {
    const lines = decodeLines(bytes);
    const index = lines.findIndex((line) => typeof line !== 'string');
    const line = lines[index];
    return refuse(NOT_UTF8, { line: index + 1, ...(typeof line === 'object' ? line : {}) });
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = scanJson(text);
    if (!problem) throw error;
    return refuse(describeJsonProblem(problem), positionAt(text, problem.offset));
  }
  return isObject(value) ? { text, value } : refuse('it is not a JSON object', { line: 1 });
}
