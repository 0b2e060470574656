import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { Version } from '../../../../core/src/domain/model.ts';
import type { Originals } from '../../../../core/src/originals/originals.ts';

/** Copies an original from the store to a new file. Rejects if it is missing or damaged, so that no bundle differs silently. */
export async function copyOriginal(originals: Originals, key: string, to: string, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const isThere = await originals.copyTo(key, to, { signal });
  if (!isThere) throw new Error(`the original ${key} is missing in the store`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(to, { signal })) hash.update(chunk);
  if (hash.digest('hex') !== key) throw new Error(`the original ${key} is damaged in the store: its SHA-256 differs`);
  // Files in the store are read-only, and a copy inherits their mode.
  await chmod(to, 0o640 & ~process.umask());
}

/** Returns the folder of originals in an export: `files`, or the first of `files-2`, … that contains no icon. */
export function filesFolder({ downloadFormats }: Pick<CatalogueModel, 'downloadFormats'>): string {
  const icons = [...downloadFormats.values()].map(({ icon }) => icon.toLowerCase());
  const isFree = (folder: string): boolean => !icons.some((icon) => icon === folder || icon.startsWith(`${folder}/`));
  let folder = 'files';
  for (let number = 2; !isFree(folder); number += 1) folder = `files-${number}`;
  return folder;
}

/** Returns the original's name for the next import, without what would lead to another folder. */
export function fileName({ original, name }: Pick<Version, 'original' | 'name'>): string {
  const wanted = original === '' ? name : original;
  const safe = wanted.replaceAll(/[/\0]/g, '_');
  if (safe === '' || safe === '.') return 'file';
  return safe.split('\\').includes('..') ? safe.replaceAll('..', '__') : safe;
}
