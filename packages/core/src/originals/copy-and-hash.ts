import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { StoredFile } from '../domain/model.ts';
import type { Confines } from '../platform/confines.ts';
import { crc32 } from '../platform/crc32.ts';
import { CannotOpen, openRegularFile } from '../platform/regular-file.ts';
import { CannotTakeFile } from './originals.ts';

/** Larger chunks copy faster, up to about this size. */
const CHUNK_BYTES = 512 * 1024;

/**
 * Copies the bytes and computes SHA-256, CRC-32 and size in one pass. The copy has `mode` and is synced to disk when this
 * resolves. Rejects with CannotTakeFile if the source is at fault. After a rejection the unfinished copy remains for the
 * caller to remove.
 */
export async function copyAndHash(
  from: string | Buffer,
  to: string,
  {
    mode,
    signal,
    within,
  }: { readonly mode: number; readonly signal: AbortSignal; readonly within: Confines | undefined },
): Promise<StoredFile> {
  await using source = await openSource(from, within);
  const before = await source.stat({ bigint: true });
  await using target = await open(to, 'wx', mode);
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  let crc = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, buffer.length, size).catch((cause: unknown) => {
      throw new CannotTakeFile('unreadable', `${from} can't be read`, { cause });
    });
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    crc = crc32(chunk, crc);
    for (let done = 0; done < bytesRead; ) done += (await target.write(chunk, done)).bytesWritten;
    size += bytesRead;
    // Stops here, because a file that grows as fast as it is read would fill the disk.
    if (size > before.size) break;
  }
  const after = await source.stat({ bigint: true });
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs || after.size !== BigInt(size)) {
    throw new CannotTakeFile('changed', `${from} changed while it was read`);
  }
  await target.sync();
  return { sha256: hash.digest('hex'), size, crc32: crc };
}

async function openSource(from: string | Buffer, within: Confines | undefined): Promise<FileHandle> {
  try {
    return await openRegularFile(from, within);
  } catch (error) {
    if (error instanceof CannotOpen) throw new CannotTakeFile(error.reason, error.message, { cause: error.cause });
    throw error;
  }
}
