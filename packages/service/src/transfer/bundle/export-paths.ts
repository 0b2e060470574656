import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Version } from '../../domain/model.ts';

/** Folder of the originals in an export: `files`, or the first of `files-2`, `files-3` … in which no icon lies. */
export function filesFolder({ downloadFormats }: Pick<CatalogueModel, 'downloadFormats'>): string {
  const icons = [...downloadFormats.values()].map(({ icon }) => icon.toLowerCase());
  const isFree = (folder: string): boolean => !icons.some((icon) => icon === folder || icon.startsWith(`${folder}/`));
  let folder = 'files';
  for (let number = 2; !isFree(folder); number += 1) folder = `files-${number}`;
  return folder;
}

/** The original's name, so that an import gives it back; only what would lead elsewhere, or is no name, is replaced. */
export function fileName({ original, name }: Pick<Version, 'original' | 'name'>): string {
  const wanted = original === '' ? name : original;
  const safe = wanted.replaceAll(/[/\0]/g, '_');
  if (safe === '' || safe === '.') return 'file';
  return safe.split('\\').includes('..') ? safe.replaceAll('..', '__') : safe;
}
