import { type DescriptiveMetadata, type FileFacts, NO_FACTS } from '../../domain/facts.ts';
import type { StoredFile } from '../../domain/model.ts';
import { extensionOf } from '../../metadata/categories.ts';
import { CannotTakeFile } from '../../ports/binary-store.ts';
import { forEachAtOnce } from '../../waiting/at-once.ts';
import { show } from '../bundle/faults.ts';
import { Spool } from '../bundle/spool.ts';
import { type FileIntake, takeFile } from '../files.ts';
import type { FoundFile } from './found-file.ts';
import { textPath } from './location.ts';

/** Files copied and looked at side by side: enough to keep a disk and the readers of metadata busy. */
const AT_ONCE = 8;
/** How often a file is tried that changes while it is read. */
const TRIES = 3;

/** A file that was read, or could not be. */
export interface ReadFile {
  /** Absent: the file can't be read. */
  readonly stored?: StoredFile;
  readonly facts: FileFacts;
  /** Absent where they could not be read. */
  readonly words?: DescriptiveMetadata;
}

/** What was read, kept on disk until it is written: memory need not hold what a large folder says. */
export interface ReadFiles extends Disposable {
  /** One for each file, in their order; `undefined` for a file that had gone by then. Blocks while it reads. */
  inOrder(): Generator<ReadFile | undefined>;
}

/** Stores and reads files. One that can't be read is told of, and is there without bytes (catalogue: a plain folder). */
export async function readFiles(
  files: readonly FoundFile[],
  intake: FileIntake,
  options: { signal: AbortSignal; onRead(path: string): void; onWarning(line: string): void },
): Promise<ReadFiles> {
  const { signal, onRead, onWarning } = options;
  using stack = new DisposableStack();
  const spool = stack.use(new Spool());
  /** Lines that wait for those of earlier files. */
  const waiting = new Map<number, string>();
  let next = 0;
  await forEachAtOnce(files.entries(), { atOnce: AT_ONCE, signal }, async ([index, file]) => {
    const { read, warning } = await readFile(file, intake, signal);
    if (warning !== undefined) onWarning(`${show(file.path, 4096)}: ${warning}`);
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

/** `read` is absent for a file that has gone. Rejects with trouble of the store, which must stop the import. */
async function readFile(
  file: FoundFile,
  intake: FileIntake,
  signal: AbortSignal,
): Promise<{ readonly read?: ReadFile; readonly warning?: string }> {
  using location = textPath(file.location);
  using sidecar = file.sidecar === undefined ? undefined : textPath(file.sidecar);
  const asked = { name: file.name, words: true, signal, ...(sidecar ? { sidecar: sidecar.path } : {}) };
  for (let tries = 1; ; tries += 1) {
    try {
      const { stored, facts, words, warning } = await takeFile(location.path, asked, intake);
      return { read: { stored, facts, ...(words ? { words } : {}) }, ...(warning === undefined ? {} : { warning }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof CannotTakeFile)) throw error;
      if (error.reason === 'missing') return { warning: 'has gone before it was read' };
      if (error.reason === 'changed' && tries < TRIES) continue;
      return { read: { facts: { ...NO_FACTS, extension: extensionOf(file.name) } }, warning: whyNot(error) };
    }
  }
}

function whyNot({ reason, cause }: CannotTakeFile): string {
  if (reason === 'changed') return 'changes while it is read';
  return `can't be read${cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''}`;
}
