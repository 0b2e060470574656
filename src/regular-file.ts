/** Opens files that untrusted users may have put there: regular files alone, and only inside a folder where one is given. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { codeOf, isAbsence } from './system-errors.ts';

/** Bytes read before the signal is checked again. */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Where a file must lie once links are resolved. Real paths. */
export interface Confines {
  readonly root: string;
  /** Folders below `root` that count as outside. */
  readonly except?: readonly string[];
}

export type CannotOpenReason = 'missing' | 'no_file' | 'outside' | 'unreadable';

/** The file is to blame: it isn't there, is a folder, pipe or device, lies outside, or may not be read. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
  readonly reason: CannotOpenReason;

  constructor(reason: CannotOpenReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Opens a regular file for reading; never waits for the other end of a pipe, and touches no device. Holds also when somebody
 * replaces the file, or a folder on the way, at the same time. Rejects with CannotOpen, or with trouble of the system.
 */
export async function openRegularFile(path: string | Buffer, within?: Confines): Promise<FileHandle> {
  try {
    const real = await realpath(path, { encoding: 'buffer' });
    if (within && !isInside(real, within)) throw new CannotOpen('outside', `${path} leads out of ${within.root}`);
    if (!(await lstat(real)).isFile()) throw new CannotOpen('no_file', `${path} is no file`);
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const opened = await file.stat({ bigint: true });
      if (!opened.isFile()) throw new CannotOpen('no_file', `${path} is no file`);
      const there = await stat(real, { bigint: true });
      const isSame =
        there.ino === opened.ino && there.dev === opened.dev && real.equals(await realpath(real, 'buffer'));
      if (within && !isSame) throw new CannotOpen('outside', `${path} was moved while it was opened`);
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

/** The whole file; `undefined` where it is larger, or grows beyond while it is read. */
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

/** True for what lies below the root, but in none of the excepted folders. */
function isInside(real: Buffer, { root, except = [] }: Confines): boolean {
  return isBelow(real, root) && !except.some((folder) => isBelow(real, folder));
}

/** Compares bytes, since a name need not be UTF-8. */
function isBelow(path: Buffer, folder: string): boolean {
  const start = Buffer.from(folder.endsWith(sep) ? folder : folder + sep);
  return path.length > start.length && path.subarray(0, start.length).equals(start);
}

/** The process or the system has run out of descriptors or memory, which is no fault of the file. */
function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes(codeOf(error));
}
