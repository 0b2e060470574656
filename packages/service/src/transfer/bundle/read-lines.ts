import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CannotOpen, openRegularFile } from '../../../../core/src/platform/regular-file.ts';
import { fileProblem } from '../file-problem.ts';
import { DOCUMENT } from './catalogue-file.ts';
import { type LineBatch, LinesBroken, NOT_UTF8, readLines } from './lines.ts';
import type { ReadSession } from './read-session.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Maximum number of objects in a file of lines. Their IDs are kept in a Set, which holds at most about 16 million. */
const MAX_OBJECTS = 10_000_000;

/** Yields the lines of a file of the bundle in batches, see `readLines`. Throws CannotOpen, too. */
export async function* linesOf(root: string, file: string, signal: AbortSignal): AsyncGenerator<LineBatch> {
  await using handle = await openRegularFile(join(root, file), { root });
  yield* readLines(handle, { isGzip: file.endsWith('.gz'), signal });
}

/**
 * Calls `read` for each non-blank line of `<name>.jsonl` or `<name>.jsonl.gz`, and returns the name of that file;
 * undefined if neither exists. Adds a fault if both exist, or if the file isn't a regular file inside the bundle.
 */
export async function eachLine(
  name: 'nodes' | 'assets',
  session: ReadSession,
  read: (line: string) => void,
): Promise<string | undefined> {
  const { root, faults, reading } = session;
  const [plain, compressed] = [`${name}.jsonl`, `${name}.jsonl.gz`];
  const present = [plain, compressed].filter((each) => lstatSync(join(root, each), { throwIfNoEntry: false }));
  const [file] = present;
  if (file === undefined) return undefined;
  const refuse = (problem: string, line = 0) => faults.add({ file, line, path: [], problem });
  if (present.length > 1) {
    faults.add({ file: compressed, line: 0, path: [], problem: `${plain} is there as well` });
    return undefined;
  }
  const keysOfDocument = reading.keys;
  reading.file = file;
  try {
    await readFileOfLines(file, session, read);
  } catch (error) {
    if (error instanceof CannotOpen) refuse(`it ${fileProblem(error, 'bundle')}`);
    else if (error instanceof LinesBroken) refuse(error.message, error.line);
    else throw error;
  }
  reading.file = DOCUMENT;
  reading.line = undefined;
  reading.keys = keysOfDocument;
  return file;
}

async function readFileOfLines(
  file: string,
  { root, reading, signal, onRead }: ReadSession,
  read: (line: string) => void,
): Promise<void> {
  const { size } = lstatSync(join(root, file));
  let objects = 0;
  for await (const { firstLine, lines, bytesRead } of linesOf(root, file, signal)) {
    for (const [index, line] of lines.entries()) {
      if (typeof line === 'string' && line.trim() === '') continue;
      reading.line = firstLine + index;
      objects += 1;
      if (objects > MAX_OBJECTS) throw new LinesBroken(reading.line, `there are more than ${MAX_OBJECTS} objects`);
      if (typeof line === 'string') read(line);
      else reading.fault(NOT_UTF8, line.column);
    }
    onRead(bytesRead, size);
    await yieldToEventLoop(signal);
  }
}
