import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Version } from '../../domain/model.ts';

/**
 * Returns the folder for the originals in an export: `files`, or the first of `files-2`, `files-3` … that contains no
 * icon.
 */
export function filesFolder({ downloadFormats }: Pick<CatalogueModel, 'downloadFormats'>): string {
  const icons = [...downloadFormats.values()].map(({ icon }) => icon.toLowerCase());
  const isFree = (folder: string): boolean => !icons.some((icon) => icon === folder || icon.startsWith(`${folder}/`));
  let folder = 'files';
  for (let number = 2; !isFree(folder); number += 1) folder = `files-${number}`;
  return folder;
}

/**
 * Returns the original's name, so that an import restores it. Replaces only what would lead to another folder, and
 * names that aren't valid file names.
 */
export function fileName({ original, name }: Pick<Version, 'original' | 'name'>): string {
  const wanted = original === '' ? name : original;
  const safe = wanted.replaceAll(/[/\0]/g, '_');
  if (safe === '' || safe === '.') return 'file';
  return safe.split('\\').includes('..') ? safe.replaceAll('..', '__') : safe;
}
