import type { ImportedFrom } from '../../catalogue/catalogue.ts';
import { show } from '../bundle/faults.ts';
import type { FoundFolder } from './walk.ts';

/** From so many known files on, it is suspicious if more than half are missing. */
const FEW_FILES = 20;
/** Number of emptied folders that are named. */
const MAX_NAMED = 3;

/** How a folder compares with what earlier imports found in it. */
export interface Comparison {
  /** Paths of known files and folders that have gone, or that imports now leave out. */
  readonly goneFiles: readonly string[];
  readonly goneFolders: readonly string[];
  /** Number of known files that imports don't leave out, and how many of them are missing. */
  readonly known: number;
  readonly missing: number;
  /** True if something would be removed that may only be away, because a disk is not connected. */
  readonly mayBeAway: boolean;
  /** Why, as parts of a sentence. */
  readonly reasons: readonly string[];
  /** True if the folder counts as the one of the last import from now on. */
  readonly isFamiliar: boolean;
}

/** Tells what was deleted from what is away (catalogue: a plain folder). */
export function compare(found: FoundFolder, known: ImportedFrom): Comparison {
  const isHere = presence(found);
  const goneFiles = [...known.assets.keys()].filter((path) => !isHere(path));
  const goneFolders = [...known.nodes.keys()].filter((path) => !isHere(path));
  const ignored = new Set([...known.assets.keys()].filter(found.isIgnored));
  const missing = goneFiles.filter((path) => !ignored.has(path));
  const total = known.assets.size - ignored.size;

  const reasons = [
    ...((missing.length > 0 && found.files.length === 0) || found.isBare ? ['the folder holds no files'] : []),
    ...emptied(found, missing),
    ...(total >= FEW_FILES && missing.length * 2 > total ? ['that is more than half'] : []),
  ];
  const change = changeOf(known.identity, found.identity);
  return {
    goneFiles,
    goneFolders,
    known: total,
    missing: missing.length,
    mayBeAway: goneFiles.length + goneFolders.length > 0 && (reasons.length > 0 || change.length > 0),
    reasons: [...change, ...reasons],
    isFamiliar: found.identity !== undefined && reasons.length === 0 && missing.length * 2 <= total,
  };
}

/** Returns a test for whether a known file or folder is there, or can't be looked for at the moment. */
function presence({ folders, files, closed }: FoundFolder): (path: string) => boolean {
  const there = new Set([...folders, ...files.map(({ path }) => path)]);
  return (path) => there.has(path) || closed.some((folder) => folder === '' || path.startsWith(`${folder}/`));
}

/** Names the folders of the first level that held files, are still there and hold none. */
function emptied({ folders, files, closed }: FoundFolder, missing: readonly string[]): readonly string[] {
  const there = new Set(folders);
  const full = new Set([...files.map(({ path }) => path), ...closed.map((path) => `${path}/`)].map(firstFolder));
  const lost = Map.groupBy(missing, firstFolder);
  const empty = [...lost].filter(([folder]) => folder !== '' && there.has(folder) && !full.has(folder));
  const named = empty.slice(0, MAX_NAMED).map(([folder, { length }]) => {
    return `the folder ${show(folder, 1000)} held ${length} ${length === 1 ? 'file' : 'files'} and holds none`;
  });
  return empty.length > MAX_NAMED ? [...named, `so do ${empty.length - MAX_NAMED} more folders`] : named;
}

function firstFolder(path: string): string {
  return path.slice(0, Math.max(path.indexOf('/'), 0));
}

/** Compares device and inode with those that the catalogue knows; it knows none before the first import, and in a copy. */
function changeOf(before: string | undefined, now: string | undefined): readonly string[] {
  if (now === undefined) return ['another folder took its place while it was read'];
  if (before === undefined || before === now) return [];
  const [device] = before.split('-');
  return [
    device === now.split('-')[0]
      ? 'it is another folder than at the last import'
      : 'it is on another device than at the last import',
  ];
}
