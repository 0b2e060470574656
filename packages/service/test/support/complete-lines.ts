import { existsSync, readFileSync } from 'node:fs';

/** The lines of a file that are written as a whole: another process or thread may be in the middle of one. None without a file. */
export function completeLines(path: string): readonly string[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.split('\n').slice(0, -1);
}
