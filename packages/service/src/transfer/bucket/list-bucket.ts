import type { S3Client } from '../../../../core/src/platform/s3/s3-client.ts';
import { type ListedObject, objectsInS3 } from '../../../../core/src/platform/s3/s3-listing.ts';
import { DOCUMENT } from '../bundle/catalogue-file.ts';
import { show } from '../bundle/faults.ts';
import type { FoundFile } from '../folder/found-file.ts';
import { openIgnoreRules } from '../folder/ignore-rules.ts';
import { isIgnoredName, RULES_FILE } from '../folder/ignored-names.ts';
import { MAX_RULES_BYTES } from '../folder/rules-file.ts';
import { pairSidecars } from '../folder/sidecars.ts';
import { type FoundFolder, MAX_LEVELS, UNCLEAR } from '../folder/walk.ts';

/** Objects by the path of their folder and their name in it. */
type Folders = ReadonlyMap<string, ReadonlyMap<string, ListedObject>>;

/** Lists what an import reads of a bucket, by the rules of a folder. The parts of a key between slashes are folders. */
export async function listBucket(
  client: S3Client,
  {
    identity,
    exclude,
    signal,
    readText,
  }: {
    readonly identity: string;
    readonly exclude: readonly string[];
    readonly signal: AbortSignal;
    readText(name: string): Promise<string>;
  },
): Promise<FoundFolder> {
  const warnings: string[] = [];
  const warn = (path: string, what: string) => warnings.push(`${show(path === '' ? '.' : path, 4096)}: ${what}`);
  const byFolder = await readFolders(client, signal, warn);
  if (byFolder.get('')?.has(DOCUMENT)) throw new Error('the bucket has a bundle; copy it to this machine to import it');
  const rules = openIgnoreRules(exclude);
  const [folders, files, closed]: [string[], FoundFile[], string[]] = [[], [], []];
  const isClosed = (path: string) => closed.some((folder) => folder === '' || path.startsWith(`${folder}/`));

  for (const [folder, objects] of [...byFolder].toSorted(([a], [b]) => compareParts(a, b))) {
    if (isClosed(folder) || (folder !== '' && rules.has(folder, 'folder'))) continue;
    folders.push(folder);
    const own = objects.get(RULES_FILE);
    if (own !== undefined && own.size > MAX_RULES_BYTES) {
      closed.push(folder);
      warn(folder, `its ${RULES_FILE} is larger than ${MAX_RULES_BYTES} bytes, so nothing of this folder is imported`);
      continue;
    }
    if (own !== undefined) rules.add(folder, await readText(own.name));
    const named = [...objects].filter(([name]) => !isIgnoredName(name));
    const { left = [], kept = [] } = Object.groupBy(named, ([, { name }]) =>
      rules.has(name, 'file') ? 'left' : 'kept',
    );
    const sidecars = pairSidecars(namesOf(kept), namesOf(left));
    for (const [name, object] of kept) {
      if (sidecars.unclear.has(name)) warn(object.name, UNCLEAR);
      if (!sidecars.names.has(name)) files.push(foundObject(name, object, objects.get(sidecars.of.get(name) ?? '')));
    }
  }
  return {
    folders,
    files,
    closed,
    identity,
    isBare: byFolder.size === 1 && byFolder.get('')?.size === 0,
    warnings,
    isIgnored: (path) => path.split('/').some(isIgnoredName) || rules.has(path, 'file'),
  };
}

function namesOf(objects: readonly (readonly [name: string, object: ListedObject])[]): readonly string[] {
  return objects.map(([name]) => name);
}

/** Reads the whole listing, without what names alone leave out. */
async function readFolders(
  client: S3Client,
  signal: AbortSignal,
  warn: (path: string, what: string) => void,
): Promise<Folders> {
  const folders = new Map<string, Map<string, ListedObject>>([['', new Map()]]);
  for await (const object of objectsInS3(client, signal)) {
    const parts = object.name.split('/');
    const name = parts.pop() ?? '';
    if (parts.some(isIgnoredName)) continue;
    if (parts.some((part) => part === '' || part === '..') || name === '..') {
      warn(object.name, 'the key is no path and is not imported');
      continue;
    }
    if (parts.length >= MAX_LEVELS) {
      warn(object.name, `lies deeper than ${MAX_LEVELS} folders and is not imported`);
      continue;
    }
    for (let level = 1; level <= parts.length; level += 1) {
      folders.getOrInsertComputed(parts.slice(0, level).join('/'), () => new Map());
    }
    // A key that ends with a slash stands for the folder itself.
    if (name !== '') folders.get(parts.join('/'))?.set(name, object);
  }
  return folders;
}

function foundObject(name: string, object: ListedObject, sidecar: ListedObject | undefined): FoundFile {
  const stamps = [object, ...(sidecar ? [sidecar] : [])].map(({ size, tag }) => `${size}-${tag}`);
  return {
    path: object.name,
    name,
    location: object.name,
    ...(sidecar === undefined ? {} : { sidecar: sidecar.name }),
    stamp: stamps.join(' '),
    size: object.size,
    modified: object.modified,
  };
}

/** Sorts folders before those in them, and after each folder what is in it. */
function compareParts(a: string, b: string): number {
  const [one, other] = [a, b].map((path) => path.replaceAll('/', '\0'));
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
