import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { breathe } from './breathe.ts';
import { DOCUMENT } from './document.ts';
import { LinesBroken, readLines } from './lines.ts';
import type { ReadSession } from './session.ts';

/**
 * Calls `read` for each line of `<name>.jsonl` or `<name>.jsonl.gz` that isn't blank, and `onBatch` with many of them from time to
 * time. Nothing where there is no such file, a fault where there are both.
 */
export async function eachLine(
  name: 'nodes' | 'assets',
  session: ReadSession,
  read: (line: string) => void,
  onBatch: (lines: readonly string[]) => void = () => {},
): Promise<void> {
  const { directory, faults, reading } = session;
  const [plain, compressed] = [`${name}.jsonl`, `${name}.jsonl.gz`];
  const present = [plain, compressed].filter((each) => existsSync(join(directory, each)));
  const [file] = present;
  if (file === undefined) return;
  if (present.length > 1) {
    faults.add({ file: compressed, line: 0, path: [], problem: `${plain} is there as well` });
    return;
  }
  const keysOfDocument = reading.keys;
  reading.file = file;
  try {
    await readFileOfLines(join(directory, file), session, read, onBatch);
  } catch (error) {
    if (!(error instanceof LinesBroken)) throw error;
    faults.add({ file, line: error.line, path: [], problem: error.message });
  }
  reading.file = DOCUMENT;
  reading.line = undefined;
  reading.keys = keysOfDocument;
}

async function readFileOfLines(
  path: string,
  { reading, signal, onRead }: ReadSession,
  read: (line: string) => void,
  onBatch: (lines: readonly string[]) => void,
): Promise<void> {
  const { size } = await stat(path);
  for await (const { firstLine, lines, bytesRead } of readLines(path, { signal })) {
    const whole: string[] = [];
    for (const [index, line] of lines.entries()) {
      if (line?.trim() === '') continue;
      reading.line = firstLine + index;
      if (line === undefined) reading.fault('it is not UTF-8');
      else {
        read(line);
        whole.push(line);
      }
    }
    onBatch(whole);
    onRead(bytesRead, size);
    await breathe(signal);
  }
}
