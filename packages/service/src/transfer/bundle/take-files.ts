import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { forEachAtOnce } from '../../concurrency/at-once.ts';
import type { FileFacts } from '../../domain/facts.ts';
import { extensionOf } from '../../media/inspect/categories.ts';
import { CannotTakeFile } from '../../originals/binary-store.ts';
import { type FileIntake, takeFile } from '../files.ts';
import { whyNotTaken } from '../why-not-taken.ts';
import type { TakenFile } from './asset-record.ts';
import type { Bundle } from './bundle.ts';
import { FaultList, show } from './faults.ts';
import { baseName } from './paths.ts';

/** Files copied and looked at side by side: enough to keep a disk and the readers of facts busy. */
const AT_ONCE = 8;

/** The files of a bundle in the store. */
export interface TakenFiles {
  readonly files: ReadonlyMap<string, TakenFile>;
  /** One sentence for each file that is damaged or isn't what it claims to be, in the bundle's order. */
  readonly warnings: readonly string[];
}

/**
 * Copies every file of a bundle into the store and reads its facts. Facts of a file that its asset has already are not read again.
 * Throws BundleRefused where files have gone or can't be read any more.
 */
export async function takeFiles(
  { files: located, root, refusal }: Pick<Bundle, 'files' | 'root' | 'refusal'>,
  intake: FileIntake,
  options: { catalogue: Catalogue; signal: AbortSignal; onTaken: (done: number, total: number, path: string) => void },
): Promise<TakenFiles> {
  const { catalogue, signal, onTaken } = options;
  const files = new Map<string, TakenFile>();
  const warnings = new Map<string, string>();
  const problems = new Map<string, string>();
  await forEachAtOnce(located, { atOnce: AT_ONCE, signal }, async ([path, file]) => {
    const name = baseName(path);
    const known = (sha256: string) => knownFacts(catalogue, file.asset, sha256, extensionOf(name));
    try {
      const asked = { name, known, within: { root }, signal };
      const { stored, facts, warning } = await takeFile(join(root, path), asked, intake);
      files.set(path, { stored, facts, modified: file.modified });
      if (warning !== undefined && !file.isIcon) warnings.set(path, warning);
    } catch (error) {
      if (!(error instanceof CannotTakeFile)) throw error;
      problems.set(path, whyNotTaken(error, 'bundle'));
    }
    onTaken(files.size, located.size, path);
  });
  if (problems.size > 0) {
    const faults = new FaultList();
    for (const [path, { place }] of located) {
      const problem = problems.get(path);
      if (problem !== undefined) faults.add({ ...place, problem: `${show(path, 1000)} ${problem}` });
    }
    throw await refusal(faults);
  }
  return { files, warnings: [...located.keys()].flatMap((path) => warningOf(path, warnings.get(path))) };
}

function warningOf(path: string, warning: string | undefined): string[] {
  return warning === undefined ? [] : [`${show(path, 1000)}: ${warning}`];
}

/** What an asset's versions say of the same bytes under a name of the same kind. */
async function knownFacts(
  catalogue: Catalogue,
  asset: number | undefined,
  sha256: string,
  extension: string,
): Promise<FileFacts | undefined> {
  if (asset === undefined) return undefined;
  const versions = await catalogue.versions(asset);
  return versions.find(({ file, facts }) => file?.sha256 === sha256 && facts.extension === extension)?.facts;
}
