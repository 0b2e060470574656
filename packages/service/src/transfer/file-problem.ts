import type { CannotTakeFile } from '../../../core/src/originals/originals.ts';
import type { CannotOpen } from '../../../core/src/platform/regular-file.ts';
import { codeOf } from '../../../core/src/platform/system-errors.ts';

/** Says why a file of a bundle or folder can't be read, as the end of a sentence. */
export function fileProblem({ reason, cause }: CannotOpen | CannotTakeFile, source: 'bundle' | 'folder'): string {
  switch (reason) {
    case 'missing':
      return `does not exist in the ${source}`;
    case 'not_regular':
      return 'is not a file';
    case 'outside':
      return `leads out of the ${source}`;
    case 'changed':
      return 'changes while it is read';
    case 'unreadable':
      return `can't be read (${codeOf(cause)})`;
  }
}
