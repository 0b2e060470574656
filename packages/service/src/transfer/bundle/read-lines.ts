import { lstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotOpen, openRegularFile } from '../../platform/regular-file.ts';
import { fileProblem } from '../file-problem.ts';
import { DOCUMENT } from './document.ts';
import { LinesBroken, readLines } from './lines.ts';
import type { ReadSession } from './session.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Maximum number of objects in a file of lines. Their IDs are kept in a Set, which holds at most about 16 million. */
const MAX_OBJECTS = 10_000_000;

/**
 * Calls `read` for each non-blank line of `<name>.jsonl` or `<name>.jsonl.gz`, and `onBatch` after each batch of lines.
 * Does nothing if neither file exists. Adds a fault if both exist, or if the file isn't a regular file inside the
 * bundle.
 */
export async function eachLine(
  name: 'nodes' | 'assets',
  session: ReadSession,
  read: (line: string) => void,
  onBatch: (lines: readonly string[]) => void = () => {},
): Promise<void> {
  const { root, faults, reading } = session;
  const [plain, compressed] = [`${name}.jsonl`, `${name}.jsonl.gz`];
  const present = [plain, compressed].filter((each) => lstatSync(join(root, each), { throwIfNoEntry: false }));
  const [file] = present;
  if (file === undefined) return;
  if (present.length > 1) {
    faults.add({ file: compressed, line: 0, path: [], problem: `${plain} is there as well` });
    return;
  }
  const keysOfDocument = reading.keys;
  reading.file = file;
  try {
    await using handle = await openRegularFile(join(root, file), { root });
    await readFileOfLines(handle, file === compressed, session, read, onBatch);
  } catch (error) {
    if (error instanceof CannotOpen)
      faults.add({ file, line: 0, path: [], problem: `it ${fileProblem(error, 'bundle')}` });
    else if (error instanceof LinesBroken) faults.add({ file, line: error.line, path: [], problem: error.message });
    else throw error;
  }
  reading.file = DOCUMENT;
  reading.line = undefined;
  reading.keys = keysOfDocument;
}

async function readFileOfLines(
  file: FileHandle,
  isGzip: boolean,
  { reading, signal, onRead }: ReadSession,
  read: (line: string) => void,
  onBatch: (lines: readonly string[]) => void,
): Promise<void> {
  const { size } = await file.stat();
  let objects = 0;
  for await (const { firstLine, lines, bytesRead } of readLines(file, { isGzip, signal })) {
    const whole: string[] = [];
    for (const [index, line] of lines.entries()) {
      if (line?.trim() === '') continue;
      reading.line = firstLine + index;
      objects += 1;
      if (objects > MAX_OBJECTS) throw new LinesBroken(reading.line, `there are more than ${MAX_OBJECTS} objects`);
      if (line === undefined) reading.fault('it is not UTF-8');
      else {
        read(line);
        whole.push(line);
      }
    }
    onBatch(whole);
    onRead(bytesRead, size);
    await yieldToEventLoop(signal);
  }
}
