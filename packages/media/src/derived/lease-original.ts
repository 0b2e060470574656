import { DamagedOriginal, type LocalFile, type Originals } from '../../../core/src/originals/originals.ts';
import type { Prepare } from '../workers/pool.ts';
import { CannotMake } from './cannot-make.ts';

/** The part of the originals that files are derived from. */
export type LocalOriginals = Pick<Originals, 'leaseLocalFile'>;

/** Leases the local file of an original. Rejects with CannotMake if there is none, or one with other bytes. */
export async function leaseOriginal(originals: LocalOriginals, key: string, signal: AbortSignal): Promise<LocalFile> {
  const local = await originals.leaseLocalFile(key, { signal }).catch((cause: unknown) => {
    if (!(cause instanceof DamagedOriginal)) throw cause;
    throw new CannotMake('corrupt', 'the stored original has other bytes', { cause });
  });
  if (local === undefined) throw new CannotMake('missing', 'the original is missing in the store');
  return local;
}

/** Returns a function that leases an original for a job of a worker, whose argument `argumentOf` makes of the path. */
export function prepareOriginal<Argument>(
  originals: LocalOriginals,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
  argumentOf: (path: string) => Argument,
): Prepare<Argument> {
  return async () => {
    const local = await leaseOriginal(originals, key, signal);
    return { argument: argumentOf(local.path), [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
  };
}
