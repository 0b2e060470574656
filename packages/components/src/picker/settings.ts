import { type Accepted, readAccept } from './accept.ts';
import { givenIds, readIds, readLimits } from './choice.ts';
import type { PickerAttributes } from './setting-problems.ts';

/** Properties that are checked here. */
export const SETTINGS: readonly string[] =
  'accept multiple min max formats altField rightsField selected filter start'.split(' ');

/**
 * Reads the accepted files. If a setting may be invalid, the console shows developers which are, and what they must be; the script
 * that knows is loaded only then.
 */
export function readSettings(attributes: PickerAttributes): Accepted {
  const accepted = readAccept(attributes.accept);
  const { formats, altField, rightsField, filter, start } = attributes;
  const isSuspect =
    accepted.types.length > 0 ||
    [accepted, readIds(givenIds(attributes))].some(({ unknown }) => unknown.length > 0) ||
    readLimits(attributes.multiple, attributes).isWrong ||
    (filter ?? start) !== undefined ||
    // Frameworks set undefined or null for the defaults.
    `${formats ?? 'preview'} ${altField ?? 'alt_name'} ${rightsField ?? ''}` !== 'preview alt_name ';
  if (isSuspect)
    import('./setting-problems.ts').then(
      ({ reportProblems }) => reportProblems(attributes),
      () => {},
    );
  return accepted;
}
