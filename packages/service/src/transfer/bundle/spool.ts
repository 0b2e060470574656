import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Keeps lines in a temporary file between checking and writing, because a transaction can't wait for a stream and a
 * large catalogue needn't fit into memory. The file is removed however the process ends, except on systems that can't
 * remove an open file.
 */
export class Spool implements Disposable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'abs-import-'));
  readonly #file = openSync(join(this.#directory, 'lines'), 'w+', 0o600);
  #count = 0;

  constructor() {
    if (process.platform !== 'win32') this.#remove();
  }

  /** Number of lines. */
  get count(): number {
    return this.#count;
  }

  /** Adds lines, which must not contain line ends. */
  append(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#count += lines.length;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
  }

  /** Yields all lines in the order in which they were added. */
  *lines(): Generator<string> {
    let rest = Buffer.alloc(0);
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let position = 0; ; ) {
      const length = readSync(this.#file, chunk, 0, chunk.length, position);
      if (length === 0) return;
      position += length;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      const end = bytes.lastIndexOf(NEWLINE);
      if (end >= 0) yield* bytes.toString('utf8', 0, end).split('\n');
      rest = bytes.subarray(end + 1);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
    this.#remove();
  }

  #remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
