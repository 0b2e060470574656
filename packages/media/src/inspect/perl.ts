import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram, type MissingTool } from '../../../core/src/platform/find-program.ts';

/** Returns the missing tools of metadata extraction; empty if none is missing. */
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

/** Returns the absolute path of the Perl interpreter that exiftool needs; undefined if it is not on the PATH. */
export function findPerl(): string | undefined {
  return findProgram('perl');
}

/**
 * Runs exiftool once and returns its output. `perl` is the result of `findPerl`. Rejects like `execFile`; the program is
 * killed after `seconds`.
 */
export async function runExiftool(
  perl: string,
  args: readonly string[],
  limits: { readonly seconds: number; readonly maxBytes?: number },
): Promise<string> {
  // Loads the package on first use, because most processes never run exiftool.
  const { exiftoolPath } = await import('exiftool-vendored');
  // Disables the configuration file, because it is Perl code that would be run. The option works only as the first
  // argument.
  const all = [await exiftoolPath(), '-config', '', ...args];
  const { seconds, maxBytes } = limits;
  const { stdout } = await promisify(execFile)(perl, all, {
    env: { LANG: 'C' },
    ...(maxBytes === undefined ? {} : { maxBuffer: maxBytes }),
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  });
  return stdout;
}
