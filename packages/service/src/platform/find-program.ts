import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A program that isn't there, and what can't be done without it, as a sentence for the operator. */
export interface MissingTool {
  readonly tool: string;
  readonly consequence: string;
}

/** Absolute path of a program; `undefined` when it is not on the PATH. */
export function findProgram(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, file))
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
