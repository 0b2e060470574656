import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readIndexFile, writeIndexFile } from '../../../columnar/src/index-file.ts';
import { cachedFolder, cacheFolder, newFolder } from '../../../core/test/support/folder-cache.ts';
import { until } from '../../../core/test/support/until.ts';
import { findPerl } from '../../../media/src/inspect/perl.ts';
import { sharedExtractor } from '../../../media/test/support/shared-extractor.ts';
import { catalogueIdentity } from '../../src/app/catalogue-stores.ts';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openStorage, type StorageSettings } from '../../src/app/storage.ts';
import { importBundle } from '../../src/transfer/bundle/import-bundle.ts';
import { lockImports } from '../../src/transfer/import-lock.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The small catalogue of the case files. */
export const SAMPLE = fileURLToPath(new URL('../fixtures/catalogue', import.meta.url));

/** The present of the sample: its downloads were just before. */
export const NOW = Date.parse('2026-03-20T12:00:00Z');

/** The search index in a data folder. */
const INDEX = 'search.index';

let state: string | undefined;

/** Imports a bundle into a data folder, or into the stores that the settings name. */
export async function importSample(to: string | StorageSettings, bundle = SAMPLE): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openStorage(typeof to === 'string' ? { data: to } : to));
  const { writer, catalogue, originals, imports } = storage;
  const lock = stack.use(await lockImports(imports, AbortSignal.timeout(600_000)));
  await importBundle({
    directory: bundle,
    writer,
    lock,
    catalogue,
    originals,
    extractor: sharedExtractor(),
    onNewOriginal: () => {},
    now: () => NOW,
    signal: AbortSignal.timeout(600_000),
    onProgress: () => {},
  });
}

/** Puts the sample into an empty data folder, as `importSample` would: imported once for each state of the code, then copied. */
export async function copySample(data: string): Promise<void> {
  state ??= stateOfSample();
  const from = cachedFolder(state) ?? (await imported(state));
  cpSync(from, data, { recursive: true });
  // The copy is another catalogue.
  const index = readIndexFile(join(from, INDEX), catalogueIdentity(from));
  if (index) writeIndexFile(join(data, INDEX), catalogueIdentity(data), index);
}

async function imported(name: string): Promise<string> {
  const folder = newFolder();
  await importSample(folder);
  await buildIndex(folder);
  return cacheFolder(name, folder);
}

/** Leaves the search index that a service leaves when it ends, because building it takes two threads more at each start. */
async function buildIndex(data: string): Promise<void> {
  {
    await using index = openSharedIndex({ data });
    await index.reach(undefined);
    await until(() => existsSync(join(data, INDEX)), 'the search index is not stored');
  }
  // Readers leave these, and they are empty.
  for (const end of ['shm', 'wal']) rmSync(join(data, `catalogue.sqlite-${end}`), { force: true });
}

/** Changes with everything that an import could depend on; files by their size and time, because reading all takes longer. */
function stateOfSample(): string {
  const hash = createHash('sha256')
    .update(process.version)
    .update(findPerl() ?? 'no Perl');
  const folders = ['core/src', 'columnar/src', 'media/src', 'service/src', 'service/test/fixtures/catalogue'].map(
    (each) => join(ROOT, 'packages', each),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of [...files.toSorted(), fileURLToPath(import.meta.url), join(ROOT, 'package-lock.json')]) {
    const { size, mtimeNs } = statSync(path, { bigint: true });
    hash.update(`\0${path}\0${size} ${mtimeNs}`);
  }
  return hash.digest('hex');
}
