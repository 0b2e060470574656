import { findProgram, type MissingTool } from '../../platform/find-program.ts';

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
