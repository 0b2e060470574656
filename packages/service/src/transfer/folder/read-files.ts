import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import type { DescriptiveMetadata } from '../../../../core/src/domain/descriptive-metadata.ts';
import { type FileProperties, NO_FILE_PROPERTIES } from '../../../../core/src/domain/file-properties.ts';
import type { StoredFile } from '../../../../core/src/domain/model.ts';
import { CannotTakeFile } from '../../../../core/src/originals/originals.ts';
import { extensionOf } from '../../../../media/src/inspect/categories.ts';
import { show } from '../bundle/faults.ts';
import { readLines } from '../bundle/lines.ts';
import { fileProblem } from '../file-problem.ts';
import { type FileStorage, storeFile } from '../store-file.ts';
import type { FileSource } from './file-source.ts';
import type { FoundFile } from './found-file.ts';

/** Number of files copied and inspected in parallel, enough to keep the disk and the metadata readers busy. */
const AT_ONCE = 8;

/** Result of reading a file, or of failing to read it. */
export interface ReadFile {
  /** Absent if the file can't be read. */
  readonly stored?: StoredFile;
  readonly properties: FileProperties;
  /** Absent if the metadata couldn't be read. */
  readonly metadata?: DescriptiveMetadata;
}

/** Results kept on disk until they are written, because those of a large folder may not fit into memory. */
export interface ReadFiles extends AsyncDisposable {
  /** Yields one result per file, in the order of the files; `undefined` for a file that has disappeared. */
  inOrder(): AsyncGenerator<ReadFile | undefined>;
}

/** Stores and reads files. A file that can't be read becomes a warning and a record (catalogue: a plain folder). */
export async function readFiles(
  files: readonly FoundFile[],
  intake: FileStorage,
  options: {
    source: Pick<FileSource, 'take'>;
    signal: AbortSignal;
    onRead(path: string): void;
    onWarning(line: string): void;
  },
): Promise<ReadFiles> {
  const { source, signal, onRead, onWarning } = options;
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'abs-import-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  stack.defer(removeFolder);
  const results = stack.use(await open(join(folder, 'results.jsonl'), 'a+', 0o600));
  // An open file without a name is gone however the process ends. Windows can't remove it.
  if (process.platform !== 'win32') removeFolder();
  /** Lines that wait for the lines of earlier files. */
  const waiting = new Map<number, string>();
  let next = 0;
  await forEachWithLimit(files.entries(), { atOnce: AT_ONCE, signal }, async ([index, file]) => {
    const { read, warnings } = await readFile(file, { intake, source, signal });
    for (const warning of warnings) onWarning(`${show(file.path, 4096)}: ${warning}`);
    waiting.set(index, `${JSON.stringify(read ?? null)}\n`);
    for (let line = waiting.get(next); line !== undefined; line = waiting.get(next)) {
      appendFileSync(results.fd, line);
      waiting.delete(next);
      next += 1;
    }
    onRead(file.path);
  });
  const owned = stack.move();
  return {
    async *inOrder() {
      for await (const { lines } of readLines(results, { isGzip: false, signal })) {
        for (const line of lines) yield (JSON.parse(String(line)) as ReadFile | null) ?? undefined;
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface Reader {
  readonly intake: FileStorage;
  readonly source: Pick<FileSource, 'take'>;
  readonly signal: AbortSignal;
}

/** Reads one file; `read` is absent if it has gone. Rejects for errors of the store, which stop the import. */
async function readFile(
  file: FoundFile,
  { intake, source, signal }: Reader,
): Promise<{ readonly read?: ReadFile; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  try {
    await using taken = await source.take(file, signal);
    const { location, within, sidecar, sidecarProblem } = taken;
    if (sidecarProblem !== undefined) warnings.push(`its .xmp file ${sidecarProblem}`);
    const asked = { name: file.name, within, metadata: true, signal, ...(sidecar === undefined ? {} : { sidecar }) };
    const { stored, properties, metadata, warning } = await storeFile(location, asked, intake);
    return {
      read: { stored, properties, ...(metadata ? { metadata } : {}) },
      warnings: warning === undefined ? warnings : [...warnings, warning],
    };
  } catch (error) {
    if (signal.aborted || !(error instanceof CannotTakeFile)) throw error;
    if (error.reason === 'missing') return { warnings: ['has gone before it was read'] };
    const properties = { ...NO_FILE_PROPERTIES, extension: extensionOf(file.name) };
    return { read: { properties }, warnings: [...warnings, fileProblem(error, 'folder')] };
  }
}
