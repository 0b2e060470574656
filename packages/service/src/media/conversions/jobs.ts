import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFullDisk, isGone, tellsOfFullDisk } from '../../platform/system-errors.ts';
import { CannotRender, type CannotRenderReason } from '../pictures/renderer.ts';
import { convertPicture } from './convert-picture.ts';
import { CopyFailed } from './copy-metadata.ts';
import type { Misfit } from './layout.ts';
import type { ConversionSource } from './open-picture.ts';
import type { PicturePlan } from './plan.ts';

/** What a conversion process is asked; `target` is the file to write. */
export interface ConversionJob {
  readonly source: ConversionSource;
  readonly plan: PicturePlan;
  readonly target: string;
}

/** What it answers; classes of errors don't cross processes. */
export type ConversionAnswer =
  | { readonly crc32: number }
  | { readonly cannot: CannotRenderReason | Misfit; readonly message: string }
  /** There is no room for the file. */
  | { readonly full: string }
  /** A program that it needs was lost; the source is not to blame. */
  | { readonly lost: string };

/** Does one job. Rejects only on trouble that is neither the source's nor a full disk. */
export async function performConversion({ source, plan, target }: ConversionJob): Promise<ConversionAnswer> {
  if ('path' in source && (await isGone(source.path))) return { cannot: 'missing', message: 'the file is gone' };
  try {
    const result = await convertPicture(source, plan, target);
    return typeof result === 'number' ? { crc32: result } : { cannot: result, message: 'it does not fit' };
  } catch (error) {
    if (error instanceof CannotRender) return { cannot: error.reason, message: error.message };
    const message = error instanceof Error ? error.message : String(error);
    if (await isFull(dirname(target), error, message)) return { full: message };
    if (error instanceof CopyFailed) return { lost: message };
    // The source can be read and the target can be written, so what the decoders complain about is its content.
    return { cannot: 'corrupt', message };
  }
}

/** A disk with less is full for any picture. */
const ROOM_BYTES = 64 * 1024;

/** The image library doesn't always say why a file could not be written. */
async function isFull(folder: string, error: unknown, message: string): Promise<boolean> {
  if (tellsOfFullDisk(message) || isFullDisk(error)) return true;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < ROOM_BYTES;
}
