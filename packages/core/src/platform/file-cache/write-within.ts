import { truncate } from 'node:fs/promises';

/** Interval of the looks at the disk, in milliseconds: a program may write 200 MB a second. */
const LOOK_MILLISECONDS = 100;

/** No file could be evicted for more room, so that whatever is being written is given up. */
export class ReserveUsed extends Error {
  override readonly name = 'ReserveUsed';
  readonly code = 'ENOSPC';
}

/**
 * Runs `write` with the path of a file, as long as `makeRoom` returns true, asked again and again. Once it returns false, the
 * file is emptied, because the program that writes it may take long to end; then rejects with ReserveUsed.
 */
export async function writeWithin<Result>(
  path: string,
  makeRoom: () => Promise<boolean>,
  write: (path: string) => Promise<Result>,
): Promise<Result> {
  let isFull = false;
  let looking: Promise<void> | undefined;
  const look = async () => {
    if (await makeRoom()) return;
    isFull = true;
    await truncate(path).catch(() => {});
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_MILLISECONDS);
  try {
    const result = await write(path);
    await looking;
    if (!isFull) return result;
  } catch (error) {
    // A program whose file was emptied fails in its own way.
    if (!isFull) throw error;
  } finally {
    clearInterval(timer);
    await looking;
  }
  throw new ReserveUsed('the file would have used the reserve of the disk');
}
