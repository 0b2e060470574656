/** Name of the files that say what imports leave out (catalogue: a plain folder). */
export const RULES_FILE = '.absignore';

/** What systems and programs put beside files, in lower case (catalogue: a plain folder). */
const NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  'picasa.ini',
  'icon\r',
  '@eadir',
  '#recycle',
  '@recycle',
  '#snapshot',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  '__macosx',
]);
const STARTS = ['.', '~$'];
const ENDS = ['.aae', '.part', '.crdownload', '.tmp'];

/**
 * True for names of files and folders that imports always leave out: hidden ones, and those that systems put beside files.
 * The case doesn't matter, because a disk may have been written by a system that ignores it.
 */
export function isIgnoredName(name: string): boolean {
  const lower = name.toLowerCase();
  return NAMES.has(lower) || STARTS.some((start) => lower.startsWith(start)) || ENDS.some((end) => lower.endsWith(end));
}
