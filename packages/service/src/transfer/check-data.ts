/** Verifies a data folder: the catalogue's own file, its references, every original, and every stored rendition. */

import { createHash } from 'node:crypto';
import type { StoredFile } from '../../../core/src/domain/model.ts';
import type { Originals } from '../../../core/src/originals/originals.ts';
import { chunksOf } from '../../../core/src/platform/byte-reader.ts';
import { crc32 } from '../../../core/src/platform/crc32.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ImportLock } from '../catalogue/imports.ts';
import { findFilesInUse } from './files-in-use.ts';

export interface Finding {
  /** One sentence. */
  readonly text: string;
  readonly isRepaired: boolean;
}

export interface CheckOptions {
  readonly catalogue: Pick<Catalogue, 'openRecords'>;
  readonly originals: Originals;
  /** Describes the problems of the catalogue itself, in one sentence each. */
  verifyCatalogue(): Promise<readonly string[]>;
  /** Returns the names of damaged renditions, and removes these if `repair` is set. */
  verifyRenditions(repair: boolean): Promise<readonly string[]>;
  /** Blocks imports until disposed: originals that an import has just stored don't belong to an asset yet. */
  holdImports(): Promise<Pick<ImportLock, 'confirm'> & AsyncDisposable>;
  /** True to remove files that nothing needs or that can be made again. Damaged originals are only reported. */
  readonly repair: boolean;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Yields each finding as soon as it is made. */
export async function* check(options: CheckOptions): AsyncGenerator<Finding> {
  const { catalogue, originals, repair, signal, onProgress } = options;
  for (const text of await options.verifyCatalogue()) yield { text, isRepaired: false };

  const named = await findFilesInUse(catalogue);
  let done = 0;
  for (const [key, { file, owner }] of named) {
    signal.throwIfAborted();
    const trouble = await verifyOriginal(file, originals, signal);
    if (trouble !== undefined) yield { text: `original ${key} of ${owner} ${trouble}`, isRepaired: false };
    done += 1;
    onProgress(done, named.size);
  }
  yield* strays(options);
  for (const name of await options.verifyRenditions(repair))
    yield { text: `rendition ${name} is damaged`, isRepaired: repair };
}

/** Yields the originals that neither an asset nor an icon uses. */
async function* strays({ catalogue, originals, holdImports, repair, signal }: CheckOptions): AsyncGenerator<Finding> {
  await using lock = await holdImports();
  const named = await findFilesInUse(catalogue);
  for await (const key of originals.keys({ signal })) {
    if (named.has(key)) continue;
    if (repair) {
      await lock.confirm();
      await originals.remove(key, { signal });
    }
    yield { text: `original ${key} belongs to no asset`, isRepaired: repair };
  }
}

/** Describes the problem of a stored file as the end of a sentence. Returns undefined if there is none. */
export async function verifyOriginal(
  file: StoredFile,
  originals: Originals,
  signal: AbortSignal,
): Promise<string | undefined> {
  await using reader = await originals.openReader(file.sha256, { signal });
  if (!reader) return 'is missing';
  const hash = createHash('sha256');
  let size = 0;
  let crc = 0;
  for await (const chunk of chunksOf(reader)) {
    hash.update(chunk);
    crc = crc32(chunk, crc);
    size += chunk.length;
  }
  if (size !== file.size) return `has ${size} bytes instead of ${file.size}`;
  if (hash.digest('hex') !== file.sha256) return 'is damaged: its SHA-256 differs';
  return crc === file.crc32 ? undefined : 'has another CRC-32 than the catalogue says';
}
