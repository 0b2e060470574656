import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Originals } from '../../../../core/src/originals/originals.ts';
import { openOriginalsCopy } from '../copy/copy-originals.ts';
import type { UsedFile } from '../files-in-use.ts';
import { DamagedBackup, type Manifest, readManifest, syncFolder, verifyFile } from './backup-folder.ts';
import type { BackupStore } from './backup-store.ts';

/** Folder of the data folder with databases that aren't in use yet: a restore that was killed goes on. */
const UNFINISHED = 'restoring';
/** What a restore that was killed leaves in the data folder. */
const OWN_NAMES = new Set(['originals', 'originals-cache', UNFINISHED, 'import.lock', 'import.lock-journal']);
/** What an empty data folder may have: of the file system, of Node in the image, and of the first look into a database. */
const EMPTY_NAMES = new Set(['lost+found', 'compile-cache', 'catalogue.timeline']);

/** Returns the backup in a folder. Throws DamagedBackup, also if it has no whole databases. */
export async function openBackup(directory: string): Promise<Manifest> {
  const manifest = readManifest(directory);
  if (manifest === undefined) {
    const isBegun = statSync(join(directory, 'originals'), { throwIfNoEntry: false }) !== undefined;
    const reason = isBegun
      ? 'is missing: no backup into this folder was ever completed'
      : 'is missing: this is no backup';
    throw new DamagedBackup(join(directory, 'backup.json'), reason);
  }
  for (const file of manifest.databases) await verifyFile(directory, file);
  return manifest;
}

/** Throws unless nothing is in the data folder, or only what a restore that was killed has left. */
export function refuseUnlessEmpty(data: string): void {
  if (statSync(data, { throwIfNoEntry: false }) === undefined) return;
  const names = readdirSync(data);
  const isResumed = names.includes(UNFINISHED);
  const other = names.find((name) => !EMPTY_NAMES.has(name) && !(isResumed && OWN_NAMES.has(name)));
  if (other !== undefined) {
    throw new Error(
      `the data folder ${data} is not empty: it has ${other}; name another one with --data, or move it away`,
    );
  }
}

/** Copies the databases into the data folder, where nothing uses them yet, and returns their folder. */
export async function stageDatabases(directory: string, manifest: Manifest, data: string): Promise<string> {
  const staged = join(data, UNFINISHED);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const file of manifest.databases) {
    const name = basename(file.path);
    copyFileSync(join(directory, file.path), join(staged, name));
    chmodSync(join(staged, name), 0o640);
    await verifyFile(staged, { ...file, path: name });
  }
  return staged;
}

/**
 * Copies all originals of a backup, each of which is verified. Those that the backup lacks or has damaged are named, and the
 * others copied. Returns their number.
 */
export async function restoreOriginals(
  from: BackupStore,
  files: ReadonlyMap<string, UsedFile>,
  {
    to,
    signal,
    onProblem,
    onProgress,
  }: {
    readonly to: Originals;
    readonly signal: AbortSignal;
    onProblem(text: string): void;
    onProgress(done: number, total: number): void;
  },
): Promise<number> {
  const copy = await openOriginalsCopy({
    from: from.originals,
    to,
    signal,
    onLost: ({ file, owner }, what) => onProblem(`${from.pathOf(file.sha256)} of ${owner} ${what}`),
  });
  await copy.copyAll(files, onProgress);
  return files.size - copy.lost.size;
}

/**
 * Puts the databases in their place in the data folder, the catalogue last: what has a catalogue is whole. Without `data`,
 * only removes them.
 */
export async function useDatabases(staged: string, data: string | undefined): Promise<void> {
  const names =
    data === undefined ? [] : ['tokens.sqlite', 'catalogue.sqlite'].filter((name) => existsSync(join(staged, name)));
  for (const name of names) {
    renameSync(join(staged, name), join(data ?? '', name));
    await syncFolder(data ?? '');
  }
  rmSync(staged, { recursive: true });
}
