import { findProgram, type MissingTool } from '../../platform/find-program.ts';

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
  return findProgram('perl');
}
