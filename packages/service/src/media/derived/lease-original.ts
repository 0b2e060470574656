import type { LocalFile, Originals } from '../../originals/originals.ts';
import { CannotMake } from './cannot-make.ts';

/** The part of the originals that files are derived from. */
export type LocalOriginals = Pick<Originals, 'leaseLocalFile'>;

/** Leases the local file of an original. Rejects with CannotMake if there is none. */
export async function leaseOriginal(originals: LocalOriginals, key: string, signal: AbortSignal): Promise<LocalFile> {
  const local = await originals.leaseLocalFile(key, { signal });
  if (local === undefined) throw new CannotMake('missing', 'the original is missing in the store');
  return local;
}
