import { textOf } from '../../../../core/src/domain/values.ts';
import type { Reading } from './reading.ts';

const EXPECTED = 'a path of a file inside the bundle';

/**
 * Normalises the path of a file in the bundle, with `/` as separator: drops `.` and empty parts. Returns `undefined`
 * for absolute paths and for `..` between slashes or backslashes, because these lead out of the bundle on some systems.
 * Links are checked when the file is looked up. Otherwise a backslash is part of a name.
 */
function cleanPath(text: string): string | undefined {
  if (text.includes('\0') || /^[\\/]|^[A-Za-z]:/.test(text)) return undefined;
  if (text.split(/[\\/]/).includes('..')) return undefined;
  const clean = text
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  return clean === '' ? undefined : clean;
}

export const file = textOf(EXPECTED, (value, reading: Reading) => {
  const path = cleanPath(value);
  if (path !== undefined) reading.references.referToFile?.(path, reading);
  return path;
});

const OWN_FILES = /^(?:catalogue\.json|(?:nodes|assets)\.jsonl(?:\.gz)?)$/i;

/**
 * The path of an icon of the bundle, or of one that the service ships; the lookup of files decides which. An icon keeps
 * its path in an export, so it must not be one of the bundle's own files (OWN_FILES).
 */
export const icon = textOf(EXPECTED, (value, reading: Reading) => {
  const path = value === '' ? '' : cleanPath(value);
  if (path === undefined || OWN_FILES.test(path)) return undefined;
  if (path !== '') reading.references.referToIcon?.(path, reading);
  return path;
});

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
