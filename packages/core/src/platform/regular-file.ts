/**
 * Opens only regular files, and only inside a given folder if there is one. Without this, the author of a bundle or
 * folder could make an import read pipes, devices or files elsewhere.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { type Confines, isInside } from './confines.ts';
import { pathOfOpened } from './opened-path.ts';
import { codeOf, isAbsence } from './system-errors.ts';

/** Limit of bytes read between two checks of the abort signal. */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Why a file could not be opened. */
export type CannotOpenReason = 'missing' | 'not_regular' | 'outside' | 'unreadable';

/** The file itself is at fault: missing, not a regular file, outside the allowed folder, or unreadable. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
  readonly reason: CannotOpenReason;

  constructor(reason: CannotOpenReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Opens a regular file for reading, without ever blocking on a pipe. Rejects devices; a device that replaces the file
 * between check and opening is opened, but never read. With `within`, rejects unless what was opened lies there, however
 * often the file, or a folder on its path, is replaced meanwhile. Rejects with CannotOpen, or with the system's own error
 * if file descriptors or memory run out.
 */
export async function openRegularFile(path: string | Buffer, within?: Confines): Promise<FileHandle> {
  try {
    const real = await realpath(path, { encoding: 'buffer' });
    if (within && !isInside(real, within)) throw new CannotOpen('outside', `${path} is outside ${within.root}`);
    if (!(await lstat(real)).isFile()) throw new CannotOpen('not_regular', `${path} is not a regular file`);
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      if (!(await file.stat()).isFile()) throw new CannotOpen('not_regular', `${path} is not a regular file`);
      if (within && !(await isOpenedInside(file, real, within))) {
        throw new CannotOpen('outside', `${path} was moved while it was opened`);
      }
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (cause) {
    if (cause instanceof CannotOpen || isExhausted(cause)) throw cause;
    const isMissing = isAbsence(cause) || codeOf(cause) === 'ELOOP';
    throw new CannotOpen(isMissing ? 'missing' : 'unreadable', `${path} can't be read`, { cause });
  }
}

/**
 * Asks the system where the opened file lies, because whatever has its path may be another one by now. Where the system
 * doesn't tell, compares it with what has the path.
 */
async function isOpenedInside(file: FileHandle, real: Buffer, within: Confines): Promise<boolean> {
  const opened = await pathOfOpened(file);
  if (opened !== undefined) return isInside(opened, within);
  const [own, there] = [await file.stat({ bigint: true }), await stat(real, { bigint: true })];
  return there.ino === own.ino && there.dev === own.dev && real.equals(await realpath(real, 'buffer'));
}

/** Reads a whole file; undefined if it has more than `bytes` bytes or grows beyond that while it is read. */
export async function readAtMost(file: FileHandle, bytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  if (size > bytes) return undefined;
  const chunks: Buffer[] = [];
  for (let total = 0; total <= bytes; ) {
    signal.throwIfAborted();
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size - total, 0) + 1));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, total);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
  }
  return undefined;
}

/** True if file descriptors or memory have run out, which is not the fault of the file. */
function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes(codeOf(error));
}
