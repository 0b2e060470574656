import type { DescriptiveMetadata, FileFacts } from '../domain/facts.ts';
import type { StoredFile } from '../domain/model.ts';
import type { Extractor } from '../media/inspect/extractor.ts';
import { CannotTakeFile, type Originals } from '../originals/originals.ts';
import type { Confines } from '../platform/regular-file.ts';

/** What is needed to store a file. */
export interface FileIntake {
  readonly originals: Originals;
  readonly extractor: Extractor;
  /** Called for each key that wasn't in the store before, so that the file can be removed if the import fails. */
  readonly remember: (sha256: string) => void;
}

/** A stored file and its facts. */
export interface StoredOriginal {
  readonly stored: StoredFile;
  readonly facts: FileFacts;
  /** Absent if the facts were already known, or if reading them was given up. */
  readonly words?: DescriptiveMetadata;
  /** One sentence if the file is damaged. */
  readonly warning?: string;
}

/** Number of attempts to read a file that changes while it is read. */
const TRIES = 3;

/**
 * Copies a file into the store and reads its facts from the copy, which can't change meanwhile. `known` may make the
 * reading unnecessary: it returns the facts of these bytes if they have been read before. Rejects with CannotTakeFile,
 * or with the signal's reason.
 */
export async function takeFile(
  location: string | Buffer,
  options: {
    readonly name: string;
    /** Where the file must lie after links are resolved. */
    readonly within: Confines;
    /** Path of a copy of the file's sidecar. */
    readonly sidecar?: string;
    readonly words?: boolean;
    readonly known?: (sha256: string) => Promise<FileFacts | undefined>;
    readonly signal: AbortSignal;
  },
  { originals, extractor, remember }: FileIntake,
): Promise<StoredOriginal> {
  const { name, within, sidecar, words = false, known, signal } = options;
  const { isNew, ...stored } = await patiently(() => originals.put(location, { signal, within, onNew: remember }));
  if (!isNew) {
    const facts = await known?.(stored.sha256);
    if (facts) return { stored, facts };
  }
  const copy = await originals.localPath(stored.sha256, { signal });
  if (copy === undefined) throw new Error(`the original ${stored.sha256} is missing in the store`);
  const extracted = await extractor.extract(copy, {
    name,
    words,
    signal,
    ...(sidecar === undefined ? {} : { sidecar }),
  });
  return {
    stored,
    facts: extracted.facts,
    ...(words && extracted.words ? { words: extracted.words } : {}),
    ...(extracted.warning === undefined ? {} : { warning: extracted.warning }),
  };
}

/** Retries while the file changes. */
async function patiently<T>(take: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await take();
    } catch (error) {
      const mayGoWell = error instanceof CannotTakeFile && error.reason === 'changed' && tries < TRIES;
      if (!mayGoWell) throw error;
    }
  }
}
