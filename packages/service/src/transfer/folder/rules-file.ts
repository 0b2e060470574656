import type { Confines } from '../../../../core/src/platform/confines.ts';
import { CannotOpen, openRegularFile, readAtMost } from '../../../../core/src/platform/regular-file.ts';
import { fileProblem } from '../file-problem.ts';
import { RULES_FILE } from './ignored-names.ts';
import { below, type Location } from './location.ts';

/** Maximum size of a file with rules in bytes. Each path is compared with each line, which takes milliseconds for so many. */
export const MAX_RULES_BYTES = 256 * 1024;

/** What the file with rules of a folder says. */
export interface RulesFile {
  /** Absent if there are no rules. */
  readonly text?: string;
  /** Why it can't be read, as the end of a sentence. */
  readonly problem?: string;
  /** True if there are rules that can't be read, so that nobody knows what they leave out. */
  readonly isUnknown: boolean;
}

/** Reads the file with rules that a folder has. */
export async function readRules(folder: Location, within: Confines, signal: AbortSignal): Promise<RulesFile> {
  try {
    await using file = await openRegularFile(below(folder, Buffer.from(RULES_FILE)), within);
    const bytes = await readAtMost(file, MAX_RULES_BYTES, signal);
    if (bytes === undefined) return { problem: `is larger than ${MAX_RULES_BYTES} bytes`, isUnknown: true };
    return { text: textOfRules(bytes), isUnknown: false };
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    const isUnknown = error.reason === 'unreadable' || error.reason === 'outside';
    return { problem: fileProblem(error, 'folder'), isUnknown };
  }
}

/** Editors of Windows may write UTF-16. */
export function textOfRules(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.subarray(2).toString('utf16le') : bytes.toString();
}
