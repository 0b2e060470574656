import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFullDisk, isGone, tellsOfFullDisk } from '../../platform/system-errors.ts';
import { CannotRender, type CannotRenderReason } from '../pictures/renderer.ts';
import { convertPicture } from './convert-picture.ts';
import { CopyFailed } from './copy-metadata.ts';
import type { Misfit } from './layout.ts';
import type { ConversionSource } from './open-picture.ts';
import type { PicturePlan } from './plan.ts';

/** Job of a conversion worker; `target` is the path of the file to write. */
export interface ConversionJob {
  readonly source: ConversionSource;
  readonly plan: PicturePlan;
  readonly target: string;
}

/** Result of a job. Failures are results too, because error classes are lost between processes. */
export type ConversionResult =
  | { readonly crc32: number }
  | { readonly cannot: CannotRenderReason | Misfit; readonly message: string }
  /** The disk has no room for the file. */
  | { readonly full: string }
  /** A helper program failed; the source is not at fault. */
  | { readonly lost: string };

/** Performs one job. Rejects only on errors that are caused neither by the source nor by a full disk. */
export async function performConversion({ source, plan, target }: ConversionJob): Promise<ConversionResult> {
  if ('path' in source && (await isGone(source.path))) return { cannot: 'missing', message: 'the file is gone' };
  try {
    const result = await convertPicture(source, plan, target);
    return typeof result === 'number' ? { crc32: result } : { cannot: result, message: 'it does not fit' };
  } catch (error) {
    if (error instanceof CannotRender) return { cannot: error.reason, message: error.message };
    const message = error instanceof Error ? error.message : String(error);
    if (await isFull(dirname(target), error, message)) return { full: message };
    if (error instanceof CopyFailed) return { lost: message };
    // The source is readable and the target is writable, so the decoders complain about the content of the source.
    return { cannot: 'corrupt', message };
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
