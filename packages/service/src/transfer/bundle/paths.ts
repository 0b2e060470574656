import type { Kind } from './kinds.ts';

const EXPECTED = 'a path of a file inside the bundle';

/**
 * A path of a file in the bundle, with `/` between its parts; `.` and empty parts are dropped. Absolute paths, and `..` between
 * slashes or backslashes, lead out of the bundle on some system and are refused on all; links are judged when the file is looked
 * up. A backslash is otherwise part of a name.
 */
export function cleanPath(text: string): string | undefined {
  if (text.includes('\0') || /^[\\/]|^[A-Za-z]:/.test(text)) return undefined;
  if (text.split(/[\\/]/).includes('..')) return undefined;
  const clean = text
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  return clean === '' ? undefined : clean;
}

/** A file that is part of the bundle. */
export const file: Kind<string> = {
  expected: EXPECTED,
  read(value, reading) {
    const path = typeof value === 'string' ? cleanPath(value) : undefined;
    if (path === undefined) return reading.wrong(value, EXPECTED);
    reading.surroundings.referToFile(path, reading);
    return path;
  },
  write: (value) => value,
};

const OWN_FILES = /^(?:catalogue\.json|(?:nodes|assets)\.jsonl(?:\.gz)?)$/i;

/**
 * A picture of the bundle, or one that the service ships: which of the two is decided when files are looked up. It keeps its place
 * in an export, so it can't be one of the bundle's own files.
 */
export const icon: Kind<string> = {
  expected: EXPECTED,
  read(value, reading) {
    if (value === '') return '';
    const path = typeof value === 'string' ? cleanPath(value) : undefined;
    if (path === undefined || OWN_FILES.test(path)) return reading.wrong(value, EXPECTED);
    reading.surroundings.referToIcon(path, reading);
    return path;
  },
  write: (value) => value,
};

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
