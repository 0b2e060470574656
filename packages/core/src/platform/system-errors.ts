/** Classifies errors of the operating system by their codes, and by the messages of programs that give no code. */
import { accessSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';

/** Returns the error's code, such as ENOENT, or the error as text if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** True if a file or its folder does not exist. */
export function isAbsence(error: unknown): boolean {
  return ABSENCE.has(codeOf(error));
}

/** Returns true if the file does not exist. Rejects if it exists but can't be read. */
export async function isGone(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return false;
  } catch (error) {
    if (isAbsence(error)) return true;
    throw error;
  }
}

/** Says what SQLite doesn't: which of these files and folders can't be written, and as whom. Undefined if all can. */
export function whyNotWritable(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if (!isAbsence(error)) return `user ${process.getuid?.()} can't write ${path} (${codeOf(error)})`;
    }
  }
  return undefined;
}

/** True if the disk is full, the user's quota is used up, or the file is too large. */
export function isFullDisk(error: unknown): boolean {
  return FULL_DISK.has(codeOf(error));
}

/** True if the process or the system has no file descriptor, process or memory left. */
export function lacksResources(error: unknown): boolean {
  return NO_RESOURCES.has(codeOf(error));
}

/** Like `isFullDisk`, for the message of a library or program. */
export function tellsOfFullDisk(message: string): boolean {
  return /no space left|disk quota|file too large/i.test(message);
}

/** The error of a full disk that only the message of a program tells of. */
export function diskFull(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

const ABSENCE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
const NO_RESOURCES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);
const FULL_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
