import type { DescriptiveMetadata } from '../../../core/src/domain/descriptive-metadata.ts';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { StoredFile } from '../../../core/src/domain/model.ts';
import { CannotTakeFile, type Originals } from '../../../core/src/originals/originals.ts';
import type { Confines } from '../../../core/src/platform/confines.ts';
import type { Extractor } from '../../../media/src/inspect/extractor.ts';
import type { OriginalsReport } from './remove-unused-originals.ts';

export interface FileStorage extends Pick<OriginalsReport, 'onNewOriginal'> {
  readonly originals: Originals;
  readonly extractor: Extractor;
}

export interface StoredOriginal {
  readonly stored: StoredFile;
  readonly properties: FileProperties;
  /** Absent if the properties were already known, or if reading them was given up. */
  readonly metadata?: DescriptiveMetadata;
  /** One sentence if the file is damaged. */
  readonly warning?: string;
}

/** Number of attempts to read a file that changes while it is read. */
const TRIES = 3;

/**
 * Copies a file into the store and reads its properties from the copy, which can't change meanwhile. `known` may make
 * the reading unnecessary: it returns the properties of these bytes if they have been read before. Rejects with
 * CannotTakeFile, or with the signal's reason.
 */
export async function storeFile(
  location: string | Buffer,
  options: {
    readonly name: string;
    /** Where the file must lie after links are resolved. */
    readonly within: Confines;
    /** Path of a copy of the file's sidecar. */
    readonly sidecar?: string;
    readonly metadata?: boolean;
    readonly known?: (sha256: string) => Promise<FileProperties | undefined>;
    readonly signal: AbortSignal;
  },
  { originals, extractor, onNewOriginal }: FileStorage,
): Promise<StoredOriginal> {
  const { name, within, sidecar, metadata = false, known, signal } = options;
  const { isNew, ...stored } = await retryWhileChanging(() =>
    originals.put(location, { signal, within, beforeNew: onNewOriginal }),
  );
  if (!isNew) {
    const properties = await known?.(stored.sha256);
    if (properties) return { stored, properties };
  }
  await using copy = await originals.leaseLocalFile(stored.sha256, { signal });
  if (copy === undefined) throw new Error(`the original ${stored.sha256} is missing in the store`);
  const extracted = await extractor.extract(copy.path, {
    name,
    metadata,
    signal,
    ...(sidecar === undefined ? {} : { sidecar }),
  });
  return {
    stored,
    properties: extracted.properties,
    ...(metadata && extracted.metadata ? { metadata: extracted.metadata } : {}),
    ...(extracted.warning === undefined ? {} : { warning: extracted.warning }),
  };
}

/** Retries while the file changes. */
async function retryWhileChanging<T>(take: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await take();
    } catch (error) {
      const mayGoWell = error instanceof CannotTakeFile && error.reason === 'changed' && tries < TRIES;
      if (!mayGoWell) throw error;
    }
  }
}
