import type { DescriptiveMetadata, FileFacts } from '../domain/facts.ts';
import type { StoredFile } from '../domain/model.ts';
import type { Extractor } from '../metadata/extractor.ts';
import type { BinaryStore } from '../ports/binary-store.ts';

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

/**
 * Copies a file into the store and reads its facts from the copy, which can't change meanwhile. `known` may spare the reading: it
 * gives the facts of these bytes where somebody has read them before. Rejects when the file can't be read, and with the signal's
 * reason.
 */
export async function takeFile(
  path: string,
  options: {
    readonly name: string;
    readonly sidecar?: string;
    readonly words?: boolean;
    readonly known?: (sha256: string) => Promise<FileFacts | undefined>;
    readonly signal: AbortSignal;
  },
  { binaries, extractor, remember }: FileIntake,
): Promise<StoredOriginal> {
  const { name, sidecar, words = false, known, signal } = options;
  const { isNew, ...stored } = await binaries.put(path, { signal, onNew: remember });
  if (!isNew) {
    const facts = await known?.(stored.sha256);
    if (facts) return { stored, facts };
  }
  const copy = (await binaries.localPath(stored.sha256, { signal })) ?? path;
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
