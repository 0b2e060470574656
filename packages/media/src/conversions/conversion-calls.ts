import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WorkerDied } from '../../../core/src/concurrency/failures.ts';
import { diskFull, isFullDisk, isGone, tellsOfFullDisk } from '../../../core/src/platform/system-errors.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { checksumOf } from '../derived/checksum.ts';
import { writeBarePdf } from '../inspect/bare-pdf.ts';
import type { PicturePlan } from './conversion-plan.ts';
import { convertPicture } from './convert-picture.ts';
import { CopyFailed } from './copy-metadata.ts';
import type { ConversionSource } from './open-picture.ts';

interface ConversionJob {
  readonly source: ConversionSource;
  readonly plan: PicturePlan;
  readonly target: string;
}

/** The calls of a conversion worker. They reject with other errors if neither the source nor the disk is at fault. */
export const conversionCalls = {
  /**
   * Converts a picture and returns the CRC-32 of the file. Rejects with CannotMake, with WorkerDied if a helper program
   * failed, or with ENOSPC if the disk is full.
   */
  convert: ({ source, plan, target }: ConversionJob): Promise<number> =>
    blaming('path' in source ? source.path : undefined, target, () => convertPicture(source, plan, target)),
  /** Writes a PDF without the bytes around it. Returns and rejects like `convert`. */
  bare: ({ path, target }: { readonly path: string; readonly target: string }): Promise<number> =>
    blaming(path, target, async () => {
      await writeBarePdf(path, target);
      return await checksumOf(target);
    }),
};

async function blaming(path: string | undefined, target: string, work: () => Promise<number>): Promise<number> {
  if (path !== undefined && (await isGone(path))) throw new CannotMake('missing', 'the file is gone');
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotMake) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (await isFull(dirname(target), error, message)) throw diskFull(message);
    if (error instanceof CopyFailed) throw new WorkerDied(message);
    // The source is readable and the target is writable, so the decoders complain about the content of the source.
    throw new CannotMake('corrupt', message);
  }
}

/** A disk with fewer free bytes counts as full for any picture. */
const ROOM_BYTES = 64 * 1024;

/** Checks the free space too, because the image library does not always say why a write failed. */
async function isFull(folder: string, error: unknown, message: string): Promise<boolean> {
  if (tellsOfFullDisk(message) || isFullDisk(error)) return true;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < ROOM_BYTES;
}
