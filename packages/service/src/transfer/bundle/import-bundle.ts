import { existsSync } from 'node:fs';
import type { EpochMs, StatedTime } from '../../../../core/src/domain/model.ts';
import type { Catalogue, CatalogueWriter } from '../../catalogue/catalogue.ts';
import { DanglingReference } from '../../catalogue/catalogue-errors.ts';
import type { ImportLock } from '../../catalogue/imports.ts';
import type { FileStorage } from '../store-file.ts';
import type { Bundle } from './bundle.ts';
import { BundleRefused } from './faults.ts';
import { readBundle } from './read-bundle.ts';
import { storeFiles } from './store-files.ts';
import { type WriteCounts, writeBundle } from './write-bundle.ts';

/** Progress of an import: bytes read, files copied or objects written, depending on the phase. */
export interface ImportProgress {
  readonly phase: 'reading' | 'files' | 'writing';
  readonly done: number;
  readonly total: number;
  /** Name of the file that was just copied. */
  readonly note?: string;
}

export interface BundleImported extends WriteCounts {
  /** One sentence each. */
  readonly warnings: readonly string[];
}

export interface BundleImport extends FileStorage {
  /** The directory that contains `catalogue.json`. */
  readonly directory: string;
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  readonly lock: ImportLock;
  readonly now: () => EpochMs;
  /** Zone in which days begin and end; default: UTC. */
  readonly timeZone?: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Awaited before the transaction commits, which blocks the process for some time. */
  readonly beforeCommit?: () => Promise<void>;
}

/**
 * Imports a whole bundle, or changes nothing (catalogue: a bundle). Throws BundleRefused with all faults, or the
 * signal's reason. If the import fails, its originals stay in the store until the caller removes those reported to
 * `onNewOriginal`.
 */
export async function importBundle(options: BundleImport): Promise<BundleImported> {
  const { directory, catalogue, writer, lock, timeZone = 'UTC', signal, onProgress } = options;
  const { model: store } = await catalogue.snapshot();
  const storedIcons = new Set(
    [...store.downloadFormats.values()].flatMap((each) => (each.iconFile ? [each.icon] : [])),
  );
  const bundle = await readBundle(directory, {
    catalogue,
    timeZone,
    isShipped: (icon) => storedIcons.has(icon) || isShippedIcon(icon),
    signal,
    onRead: (done, total) => onProgress({ phase: 'reading', done, total }),
  });
  const { files, warnings } = await storeFiles(bundle, options, {
    catalogue,
    signal,
    onStored: (done, total, note) => onProgress({ phase: 'files', done, total, note }),
  });
  const reviewDate = await datesOfReviews(bundle, catalogue);
  signal.throwIfAborted();
  try {
    const { warnings: written, ...counts } = await writer.change(
      async (changes) => {
        const result = await writeBundle(bundle, changes, {
          files,
          store,
          now: options.now(),
          reviewDate,
          signal,
          onWritten: (done, total) => onProgress({ phase: 'writing', done, total }),
        });
        await options.beforeCommit?.();
        return result;
      },
      { lock },
    );
    return { ...counts, warnings: [...bundle.warnings, ...warnings, ...written] };
  } catch (error) {
    // Another process has changed the catalogue since the bundle was checked.
    if (error instanceof DanglingReference) throw new BundleRefused([error.message], 1);
    throw error;
  }
}

/** Finds the date of the stored review that one without a date replaces, so that importing twice changes nothing. */
async function datesOfReviews(
  bundle: Bundle,
  catalogue: Catalogue,
): Promise<(asset: number, user: number) => StatedTime | undefined> {
  const dates = new Map<string, StatedTime>();
  if (bundle.reviews.some(({ date }) => date === undefined)) {
    await using records = await catalogue.openRecords();
    for await (const reviews of records.reviews()) {
      for (const { asset, user, date } of reviews) dates.set(`${asset} ${user}`, date);
    }
  }
  return (asset, user) => dates.get(`${asset} ${user}`);
}

const SHIPPED = new URL('../../api/pages/icons/', import.meta.url);

/** True for the path of an icon that the service ships. A bundle may name such an icon without containing it. */
function isShippedIcon(path: string): boolean {
  const name = /^icons\/([a-z0-9-]+\.svg)$/.exec(path)?.[1];
  return name !== undefined && existsSync(new URL(name, SHIPPED));
}
