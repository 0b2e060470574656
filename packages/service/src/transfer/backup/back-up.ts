import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Originals } from '../../../../core/src/originals/originals.ts';
import { openOriginalsCopy } from '../copy/copy-originals.ts';
import type { UsedFile } from '../files-in-use.ts';
import {
  type BackupFile,
  DamagedBackup,
  describeFile,
  type Manifest,
  readManifest,
  removeLeft,
  syncFolder,
  verifyFile,
  writeManifest,
} from './backup-folder.ts';
import type { BackupStore, Saved } from './backup-store.ts';

export interface BackupOptions {
  /** The folder of the backup, which exists and is locked. */
  readonly to: BackupStore;
  /** The originals of the catalogue. */
  readonly originals: Originals;
  readonly program: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Fingerprint of the catalogue: while it is the same, so is what `save` would save. Undefined if there is none. */
  state(): Promise<string | undefined>;
  /** Saves the databases into an empty folder. */
  save(folder: string): Promise<Saved>;
  /** Called with a sentence about what was found wrong and is now right. */
  onWarning(text: string): void;
  /** Called with a sentence about what the backup lacks. */
  onProblem(text: string): void;
  onProgress(done: number, total: number): void;
}

export interface BackedUp {
  readonly manifest: Manifest;
  readonly copied: number;
  readonly removed: number;
}

/** Most attempts to save the catalogue: an import may meanwhile have removed originals of the state that was saved. */
const TRIES = 3;

/**
 * Brings a backup up to date. Originals are never changed, so only those are copied that it lacks. Rejects with
 * DifferentBackup, with the signal's reason, and with failures of the stores.
 */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { to, program, signal, onProblem } = options;
  const { directory } = to;
  const before = readBefore(options);
  const unfinished = join(directory, 'unfinished');
  await to.originals.removeUnfinished();
  // Read before the databases are saved: if something is written in between, the next backup saves it again.
  const state = await options.state();
  if (
    before &&
    state !== undefined &&
    before.state === state &&
    (await isWhole(directory, before.databases, options.onWarning))
  ) {
    const manifest = { ...before, made: new Date(options.now()).toISOString(), program };
    const copied = await copyLacking(to.readSaved(before.folder), options, onProblem);
    signal.throwIfAborted();
    await writeManifest(directory, manifest);
    return { manifest, copied, removed: 0 };
  }
  let copied = 0;
  for (let tries = 1; ; tries += 1) {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    const made = new Date(options.now()).toISOString();
    const saved = await options.save(unfinished);
    const catalogue = nameOf(saved.key);
    if (before && before.catalogue !== catalogue) throw new DifferentBackup(directory);
    const lost: string[] = [];
    copied += await copyLacking(saved, options, (text) => lost.push(text));
    signal.throwIfAborted();
    if (lost.length > 0 && tries < TRIES) continue;
    for (const text of lost) onProblem(text);

    const { folder, databases } = await keepDatabases(unfinished, options);
    const { revision, files } = saved;
    const count = files.size;
    const bytes = [...files.values()].reduce((sum, { file }) => sum + file.size, 0);
    const originals = { count, bytes };
    const manifest = {
      made,
      program,
      revision,
      catalogue,
      folder,
      databases,
      originals,
      ...(state !== undefined && { state }),
    };
    const former = before && before.folder !== folder ? filesOf(before, options) : [];
    await writeManifest(directory, manifest);
    const unused = [...former].filter((key) => !files.has(key));
    for (const key of unused) await to.originals.remove(key);
    removeLeft(directory, manifest);
    return { manifest, copied, removed: unused.length };
  }
}

/** Thrown for the backup of another catalogue, whose originals would be removed as unused. */
class DifferentBackup extends Error {
  override readonly name = 'DifferentBackup';

  constructor(directory: string) {
    super(`${directory} has the backup of another catalogue; name another folder, or empty this one`);
  }
}

function readBefore({ to: { directory }, onWarning }: BackupOptions): Manifest | undefined {
  try {
    return readManifest(directory);
  } catch (error) {
    // The backup that is made now replaces it.
    onWarning(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Returns the originals of the earlier backup; none if its catalogue can't be read. */
function filesOf({ folder }: Manifest, { to, onWarning }: BackupOptions): Iterable<string> {
  try {
    return to.readSaved(folder).files.keys();
  } catch (error) {
    onWarning(`${join(to.directory, folder)}: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** Copies the originals that the backup lacks or has with another size. Returns their number. */
async function copyLacking(
  { files }: Saved,
  { to, originals: from, signal, onWarning, onProgress }: BackupOptions,
  onLost: (text: string) => void,
): Promise<number> {
  const lacking = new Map<string, UsedFile>();
  for (const [key, used] of files) {
    const path = to.pathOf(key);
    // A hundred thousand of these calls take less than a second, and minutes if each waits for a thread.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.size === used.file.size) continue;
    if (found) onWarning(`${path}: has ${found.size} bytes instead of ${used.file.size}; it is copied again`);
    lacking.set(key, used);
  }
  if (lacking.size === 0) return 0;
  const copy = await openOriginalsCopy({
    from,
    to: to.originals,
    signal,
    mayHave: new Set(),
    onLost: ({ file, owner }, what) => onLost(`original ${file.sha256} of ${owner} ${what} in the source`),
  });
  await copy.copyAll(lacking, onProgress);
  return copy.copied();
}

/** Moves the saved databases to a folder named by their content, or drops them if a whole one is there; durable when this resolves. */
async function keepDatabases(
  unfinished: string,
  { to: { directory }, onWarning }: BackupOptions,
): Promise<{ readonly folder: string; readonly databases: readonly BackupFile[] }> {
  const names = readdirSync(unfinished).toSorted();
  const saved = await Promise.all(names.map((name) => describeFile(unfinished, name)));
  const hash = createHash('sha256').update(JSON.stringify(saved)).digest('hex');
  const folder = `databases-${hash.slice(0, 16)}`;
  const databases = saved.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  const target = join(directory, folder);
  if (existsSync(target) && (await isWhole(directory, databases, onWarning))) rmSync(unfinished, { recursive: true });
  else {
    for (const name of names) {
      await using file = await open(join(unfinished, name), 'r+');
      await file.sync();
    }
    await syncFolder(unfinished);
    // It is there only if it is damaged.
    rmSync(target, { recursive: true, force: true });
    renameSync(unfinished, target);
  }
  return { folder, databases };
}

async function isWhole(
  directory: string,
  files: readonly BackupFile[],
  onWarning: (text: string) => void,
): Promise<boolean> {
  try {
    for (const file of files) await verifyFile(directory, file);
    return true;
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    onWarning(`${error.message}; it is replaced`);
    return false;
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
