import type { DescriptiveMetadata, FileFacts } from '../domain/facts.ts';
import type { StoredFile } from '../domain/model.ts';
import type { Extractor } from '../media/inspect/extractor.ts';
import { type BinaryStore, CannotTakeFile } from '../originals/binary-store.ts';
import type { Confines } from '../platform/regular-file.ts';

/** What takes a file into the store. */
export interface FileIntake {
  readonly binaries: BinaryStore;
  readonly extractor: Extractor;
  /** Told of each key that wasn't in the store before, so that an import which never lands leaves no bytes behind. */
  readonly remember: (sha256: string) => void;
}

/** A file in the store and what it is. */
export interface StoredOriginal {
  readonly stored: StoredFile;
  readonly facts: FileFacts;
  /** Absent where the facts were known, and where reading was given up. */
  readonly words?: DescriptiveMetadata;
  /** One sentence when the file is damaged. */
  readonly warning?: string;
}

/** How often a file is tried that changes while it is read. */
const TRIES = 3;

/**
 * Copies a file into the store and reads its facts from the copy, which can't change meanwhile. `known` may spare the reading: it
 * gives the facts of these bytes where somebody has read them before. Rejects with CannotTakeFile, and with the signal's reason.
 */
export async function takeFile(
  location: string | Buffer,
  options: {
    readonly name: string;
    /** Where the file must lie once links are resolved. */
    readonly within: Confines;
    /** A copy of its sidecar. */
    readonly sidecar?: string;
    readonly words?: boolean;
    readonly known?: (sha256: string) => Promise<FileFacts | undefined>;
    readonly signal: AbortSignal;
  },
  { binaries, extractor, remember }: FileIntake,
): Promise<StoredOriginal> {
  const { name, within, sidecar, words = false, known, signal } = options;
  const { isNew, ...stored } = await patiently(() => binaries.put(location, { signal, within, onNew: remember }));
  if (!isNew) {
    const facts = await known?.(stored.sha256);
    if (facts) return { stored, facts };
  }
  const copy = await binaries.localPath(stored.sha256, { signal });
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

/** Tries again while the file changes. */
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
