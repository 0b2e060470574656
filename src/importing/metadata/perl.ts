import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A program that isn't there, and what can't be done without it, as a sentence for the operator. */
export interface MissingTool {
  readonly tool: string;
  readonly consequence: string;
}

/** What metadata extraction lacks on this machine; empty when all is there. */
export function missingTools(): readonly MissingTool[] {
  if (findPerl() !== undefined) return [];
  return [
    {
      tool: 'perl',
      consequence:
        'Embedded metadata and .xmp files are not read, and sizes only of pictures that browsers show, because perl is not on the PATH.',
    },
  ];
}

/** Absolute path of the Perl interpreter that exiftool needs; `undefined` when it is not on the PATH. */
export function findPerl(): string | undefined {
  const name = process.platform === 'win32' ? 'perl.exe' : 'perl';
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
