import { forEachWithLimit } from '../../concurrency/for-each-with-limit.ts';
import { type DescriptiveMetadata, type FileProperties, NO_FILE_PROPERTIES } from '../../domain/file-properties.ts';
import type { StoredFile } from '../../domain/model.ts';
import { extensionOf } from '../../media/inspect/categories.ts';
import { CannotTakeFile } from '../../originals/originals.ts';
import type { Confines } from '../../platform/regular-file.ts';
import { show } from '../bundle/faults.ts';
import { Spool } from '../bundle/spool.ts';
import { fileProblem } from '../file-problem.ts';
import { type FileStorage, storeFile } from '../store-file.ts';
import type { FoundFile } from './found-file.ts';
import { openSidecarCopies, type SidecarCopies } from './sidecar-copies.ts';

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
export interface ReadFiles extends Disposable {
  /**
   * Yields one result per file, in the order of the files; `undefined` for a file that has disappeared. Reads
   * synchronously.
   */
  inOrder(): Generator<ReadFile | undefined>;
}

/**
 * Stores and reads files. A file that can't be read causes a warning and becomes a record without a file (catalogue: a
 * plain folder).
 */
export async function readFiles(
  files: readonly FoundFile[],
  intake: FileStorage,
  options: { within: Confines; signal: AbortSignal; onRead(path: string): void; onWarning(line: string): void },
): Promise<ReadFiles> {
  const { within, signal, onRead, onWarning } = options;
  using sidecars = openSidecarCopies(within);
  using stack = new DisposableStack();
  const spool = stack.use(new Spool());
  /** Lines that wait for the lines of earlier files. */
  const waiting = new Map<number, string>();
  let next = 0;
  await forEachWithLimit(files.entries(), { atOnce: AT_ONCE, signal }, async ([index, file]) => {
    const { read, warnings } = await readFile(file, { intake, within, sidecars, signal });
    for (const warning of warnings) onWarning(`${show(file.path, 4096)}: ${warning}`);
    waiting.set(index, JSON.stringify(read ?? null));
    const ready: string[] = [];
    for (let line = waiting.get(next); line !== undefined; line = waiting.get(next)) {
      ready.push(line);
      waiting.delete(next);
      next += 1;
    }
    spool.append(ready);
    onRead(file.path);
  });
  const owned = stack.move();
  return {
    *inOrder() {
      for (const line of spool.lines()) yield (JSON.parse(line) as ReadFile | null) ?? undefined;
    },
    [Symbol.dispose]: () => owned.dispose(),
  };
}

interface Reader {
  readonly intake: FileStorage;
  readonly within: Confines;
  readonly sidecars: SidecarCopies;
  readonly signal: AbortSignal;
}

/**
 * Stores and reads one file. `read` is absent if the file has disappeared. Rejects for errors of the store, which must
 * stop the import.
 */
async function readFile(
  file: FoundFile,
  { intake, within, sidecars, signal }: Reader,
): Promise<{ readonly read?: ReadFile; readonly warnings: readonly string[] }> {
  await using sidecar = file.sidecar === undefined ? undefined : await sidecars.copy(file.sidecar, signal);
  const { path, problem } = sidecar ?? {};
  const warnings = problem === undefined ? [] : [`its .xmp file ${problem}`];
  const asked = { name: file.name, within, metadata: true, signal, ...(path === undefined ? {} : { sidecar: path }) };
  try {
    const { stored, properties, metadata, warning } = await storeFile(file.location, asked, intake);
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
