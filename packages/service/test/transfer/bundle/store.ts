import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openOriginalsFolder } from '../../../../core/src/originals/folder.ts';
import { temporaryFolder } from '../../../../core/test/support/temporary-folder.ts';
import { sharedExtractor } from '../../../../media/test/support/shared-extractor.ts';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { openImportsInFolder } from '../../../src/catalogue/sqlite/imports.ts';
import { openCatalogueWriter } from '../../../src/catalogue/sqlite/writer.ts';
import { exportBundle } from '../../../src/transfer/bundle/export-bundle.ts';
import { BundleRefused } from '../../../src/transfer/bundle/faults.ts';
import { type BundleImported, type ImportProgress, importBundle } from '../../../src/transfer/bundle/import-bundle.ts';
import { lockImports } from '../../../src/transfer/import-lock.ts';
import { withCleanup } from '../../../src/transfer/remove-unused-originals.ts';
import { recordsOf, reviewsOf } from '../../support/records.ts';

/** Time of every import in these tests. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

interface ImportOptions {
  readonly signal?: AbortSignal;
  readonly now?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** A data folder of its own, with everything that imports and exports need. */
export function openStore() {
  const stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(temporaryFolder());
  const data = join(folder, 'data');
  const writer = stack.use(openCatalogueWriter({ directory: data }));
  const catalogue = stack.use(openCatalogue({ directory: data }));
  const originals = stack.use(openOriginalsFolder({ directory: join(data, 'originals') }));
  const imports = openImportsInFolder(data);
  const journals = join(data, 'journals');
  let bundles = 0;

  /** A new directory with these files; objects are written as JSON, arrays of them as lines. */
  const bundle = (files: Readonly<Record<string, unknown>>): string => {
    bundles += 1;
    const directory = join(folder, `bundle-${bundles}`);
    mkdirSync(directory);
    for (const [path, content] of Object.entries({ 'catalogue.json': {}, ...files })) {
      const to = join(directory, path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, bytesOf(content));
    }
    return directory;
  };
  const importFrom = async (directory: string, options: ImportOptions = {}): Promise<BundleImported> => {
    await using lock = await lockImports(imports, new AbortController().signal);
    return await withCleanup({ imports, lock, writer, originals }, { onLeft: assert.fail }, (report) =>
      importBundle({
        ...report,
        directory,
        catalogue,
        writer,
        lock,
        originals,
        extractor: sharedExtractor(),
        now: () => options.now ?? NOW,
        signal: options.signal ?? new AbortController().signal,
        onProgress: options.onProgress ?? (() => {}),
      }),
    );
  };
  const faultsIn = async (directory: string, options?: ImportOptions): Promise<readonly string[]> => {
    try {
      await importFrom(directory, options);
      return [];
    } catch (error) {
      if (error instanceof BundleRefused) return error.faults;
      throw error;
    }
  };

  return {
    folder,
    data,
    journals,
    imports,
    writer,
    catalogue,
    originals,
    bundle,
    importFrom,
    import: (files: Readonly<Record<string, unknown>>) => importFrom(bundle(files)),
    /** The faults of a bundle; empty if it is accepted. */
    faultsOf: (files: Readonly<Record<string, unknown>>) => faultsIn(bundle(files)),
    faultsIn,
    exportTo: async (name: string): Promise<string> => {
      const directory = join(folder, name);
      const signal = new AbortController().signal;
      await exportBundle({ directory, catalogue, originals, signal, onProgress: () => {} });
      return directory;
    },
    records: () => recordsOf(catalogue),
    reviews: () => reviewsOf(catalogue),
    keys: async () => (await Array.fromAsync(originals.keys())).sort(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function bytesOf(content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  if (Array.isArray(content)) return content.map((line) => `${JSON.stringify(line)}\n`).join('');
  return JSON.stringify(content, null, 2);
}
