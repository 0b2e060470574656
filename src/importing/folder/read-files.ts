import { type DescriptiveMetadata, FILE_CATEGORIES, type FileFacts } from '../../domain/facts.ts';
import type { StoredFile } from '../../domain/model.ts';
import { forEachAtOnce } from '../at-once.ts';
import { type FileIntake, takeFile } from '../files.ts';
import { extensionOf } from '../metadata/categories.ts';
import type { FoundFile } from './walk.ts';

/** Files copied and looked at side by side: enough to keep a disk and the readers of metadata busy. */
const AT_ONCE = 8;

/** A file that was read, or could not be. */
export interface ReadFile {
  /** Absent: the file can't be read. */
  readonly stored?: StoredFile;
  readonly facts: FileFacts;
  readonly words: DescriptiveMetadata;
}

/** Stores and reads files. One that can't be read is told of, and is there without bytes (catalogue: a plain folder). */
export async function readFiles(
  files: readonly FoundFile[],
  intake: FileIntake,
  options: { signal: AbortSignal; onRead(path: string): void; onWarning(line: string): void },
): Promise<ReadonlyMap<string, ReadFile>> {
  const { signal, onRead, onWarning } = options;
  const read = new Map<string, ReadFile>();
  await forEachAtOnce(files, { atOnce: AT_ONCE, signal }, async (file) => {
    const { path, name, location, sidecar } = file;
    try {
      const taken = await takeFile(location, { name, words: true, signal, ...(sidecar ? { sidecar } : {}) }, intake);
      if (taken.warning !== undefined) onWarning(`${JSON.stringify(path)}: ${taken.warning}`);
      read.set(path, { stored: taken.stored, facts: taken.facts, words: taken.words ?? { keywords: [] } });
    } catch (error) {
      if (signal.aborted || !isTroubleOf(file, error)) throw error;
      onWarning(`${JSON.stringify(path)}: can't be read (${error.message})`);
      read.set(path, { facts: unknownFacts(name), words: { keywords: [] } });
    }
    onRead(path);
  });
  return read;
}

/** True where the file itself is to blame: trouble of the store must stop the import. */
function isTroubleOf({ location, sidecar }: FoundFile, error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('path' in error) return error.path === location || error.path === sidecar;
  return error.message.startsWith(location);
}

function unknownFacts(name: string): FileFacts {
  return {
    category: FILE_CATEGORIES.unknown,
    extension: extensionOf(name),
    mediaType: 'application/octet-stream',
    width: 0,
    height: 0,
    pages: 0,
    durationSeconds: 0,
    colorSpace: '',
    colorProfile: '',
    dpi: 0,
    bitDepth: 0,
  };
}
