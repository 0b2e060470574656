/** What errors of the operating system mean: by their codes, and by the words of programs that give no code. */
import { access, constants } from 'node:fs/promises';

/** Such as ENOENT; the error in words where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** A file, or its folder, isn't there. */
export function isAbsence(error: unknown): boolean {
  return ABSENCE.has(codeOf(error));
}

/** True where a file isn't there; rejects where it may not be read. */
export async function isGone(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return false;
  } catch (error) {
    if (isAbsence(error)) return true;
    throw error;
  }
}

/** The disk has no room for more, or not for this user, or not in one file. */
export function isFullDisk(error: unknown): boolean {
  return FULL_DISK.has(codeOf(error));
}

/** The same in the words of a library or program. */
export function tellsOfFullDisk(message: string): boolean {
  return /no space left|disk quota|file too large/i.test(message);
}

const ABSENCE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
const FULL_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
