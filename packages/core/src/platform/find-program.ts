import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A missing program, and a sentence for the operator about what does not work without it. */
export interface MissingTool {
  readonly tool: string;
  readonly consequence: string;
}

/** Returns the absolute path of a program, or undefined if it is not on the PATH. */
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
    // Folders are executable, too.
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
