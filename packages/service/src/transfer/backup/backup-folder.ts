/**
 * The folder of a backup. `backup.json` names everything else in it: replacing that file is what makes a backup complete, so
 * one that is killed leaves the earlier one whole.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { JsonError, parseJson } from '../../../../core/src/domain/json-text.ts';
import { codeOf, isAbsence } from '../../../../core/src/platform/system-errors.ts';

const MANIFEST = 'backup.json';
const FORMAT = 1;
/** A file that a killed backup has left, its lock and its folders. */
const OWN_NAMES = /^(?:backup\.json(?:\.new)?|originals|unfinished|import\.lock(?:-journal)?|databases-[0-9a-f]{16})$/;
/** What file systems put into an empty folder. */
const EMPTY_NAMES = new Set(['lost+found']);

/** A file of the backup, by its path in the folder. */
export interface BackupFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** What `backup.json` says. */
export interface Manifest {
  /** When the catalogue was as in the backup, as ISO 8601. */
  readonly made: string;
  /** Version of the program that made it. */
  readonly program: string;
  readonly revision: number;
  /** Names the catalogue without telling its key. */
  readonly catalogue: string;
  /** Folder of the databases, which has names as in a data folder. */
  readonly folder: string;
  readonly databases: readonly BackupFile[];
  readonly originals: { readonly count: number; readonly bytes: number };
  /** Fingerprint of the catalogue, where it is quicker to compare than to copy. */
  readonly state?: string;
}

/** The message names a file of the backup, and says what is wrong with it. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
  }
}

/** Reads what the last complete backup has; undefined if there is none. Throws DamagedBackup. */
export function readManifest(directory: string): Manifest | undefined {
  const path = join(directory, MANIFEST);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw new DamagedBackup(path, `can't be read (${codeOf(error)})`, { cause: error });
  }
  try {
    const { format, checksum, ...manifest } = parseJson(text) as Manifest & { format?: number; checksum?: string };
    if (typeof format === 'number' && format > FORMAT) {
      throw new DamagedBackup(path, 'was made by a newer version of the program');
    }
    if (format !== FORMAT || checksum !== checksumOf(manifest))
      throw new DamagedBackup(path, 'is damaged: its checksum differs');
    return manifest;
  } catch (error) {
    if (error instanceof DamagedBackup) throw error;
    const place = error instanceof JsonError ? error.message : 'it is no backup.json';
    throw new DamagedBackup(path, `is damaged: ${place}`, { cause: error });
  }
}

/** Replaces what the folder names as its backup; durable when this resolves. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const fresh = join(directory, `${MANIFEST}.new`);
  {
    await using file = await open(fresh, 'w', 0o640);
    await file.writeFile(
      `${JSON.stringify({ format: FORMAT, ...manifest, checksum: checksumOf(manifest) }, null, 2)}\n`,
    );
    await file.sync();
  }
  renameSync(fresh, join(directory, MANIFEST));
  await syncFolder(directory);
}

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

function checksumOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** Returns an entry of the folder that no backup has made; undefined if there is none. */
export function foreignEntry(directory: string): string | undefined {
  return readdirSync(directory).find((name) => !OWN_NAMES.test(name) && !EMPTY_NAMES.has(name));
}

/** Describes a file of a folder. */
export async function describeFile(directory: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(createReadStream(join(directory, path), { highWaterMark: 2 ** 20 }), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  });
  return { path, size, sha256: hash.digest('hex') };
}

/** Throws DamagedBackup unless the file is the one that was saved. */
export async function verifyFile(directory: string, { path, size, sha256 }: BackupFile): Promise<void> {
  const found = await describeFile(directory, path).catch((error: unknown) => {
    const reason = isAbsence(error) ? 'is missing' : `can't be read (${codeOf(error)})`;
    throw new DamagedBackup(join(directory, path), reason, { cause: error });
  });
  if (found.size !== size) throw new DamagedBackup(join(directory, path), `has ${found.size} bytes instead of ${size}`);
  if (found.sha256 !== sha256) throw new DamagedBackup(join(directory, path), 'is damaged: its SHA-256 differs');
}

/** Removes the databases of earlier backups, and what one that was killed has left. */
export function removeLeft(directory: string, { folder }: Pick<Manifest, 'folder'>): void {
  for (const name of readdirSync(directory)) {
    const isLeft = name.startsWith('databases-') && name !== folder;
    if (OWN_NAMES.test(name) && isLeft) rmSync(join(directory, name), { recursive: true, force: true });
  }
}
