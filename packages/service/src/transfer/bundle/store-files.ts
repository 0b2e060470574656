import { join } from 'node:path';
import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import type { FileProperties } from '../../../../core/src/domain/file-properties.ts';
import { CannotTakeFile } from '../../../../core/src/originals/originals.ts';
import { extensionOf } from '../../../../media/src/inspect/categories.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { fileProblem } from '../file-problem.ts';
import { type FileStorage, storeFile } from '../store-file.ts';
import type { StoredBundleFile } from './asset-record.ts';
import type { Bundle } from './bundle.ts';
import { FaultList, show } from './faults.ts';
import { baseName } from './paths.ts';

/** Number of files copied and inspected in parallel, enough to keep the disk and the metadata readers busy. */
const AT_ONCE = 8;

export interface StoredBundleFiles {
  readonly files: ReadonlyMap<string, StoredBundleFile>;
  /** One sentence for each file that is damaged or doesn't match its claimed type, in the order of the bundle. */
  readonly warnings: readonly string[];
}

/** Copies a bundle's files into the store and reads what isn't known of them. BundleRefused if some are lost. */
export async function storeFiles(
  { files: located, root, refusal }: Pick<Bundle, 'files' | 'root' | 'refusal'>,
  intake: FileStorage,
  options: { catalogue: Catalogue; signal: AbortSignal; onStored: (done: number, total: number, path: string) => void },
): Promise<StoredBundleFiles> {
  const { catalogue, signal, onStored } = options;
  const files = new Map<string, StoredBundleFile>();
  const warnings = new Map<string, string>();
  const problems = new Map<string, string>();
  await forEachWithLimit(located, { atOnce: AT_ONCE, signal }, async ([path, file]) => {
    const name = baseName(path);
    const known = (sha256: string) => storedProperties(catalogue, file.asset, sha256, extensionOf(name));
    try {
      const asked = { name, known, within: { root }, signal };
      const { stored, properties, warning } = await storeFile(join(root, path), asked, intake);
      files.set(path, { stored, properties, modified: file.modified });
      if (warning !== undefined && !file.isIcon) warnings.set(path, `${show(path, 1000)}: ${warning}`);
    } catch (error) {
      if (!(error instanceof CannotTakeFile)) throw error;
      problems.set(path, fileProblem(error, 'bundle'));
    }
    onStored(files.size, located.size, path);
  });
  if (problems.size > 0) {
    const faults = new FaultList();
    for (const [path, { place }] of located) {
      const problem = problems.get(path);
      if (problem !== undefined) faults.add({ ...place, problem: `${show(path, 1000)} ${problem}` });
    }
    throw refusal(faults);
  }
  return { files, warnings: [...located.keys()].flatMap((path) => warnings.get(path) ?? []) };
}

/** Returns the properties that a version of the asset has for the same bytes under a name of the same kind. */
async function storedProperties(
  catalogue: Catalogue,
  asset: number | undefined,
  sha256: string,
  extension: string,
): Promise<FileProperties | undefined> {
  if (asset === undefined) return undefined;
  const versions = await (await catalogue.snapshot()).versions(asset);
  return versions.find(({ file, properties }) => file?.sha256 === sha256 && properties.extension === extension)
    ?.properties;
}
