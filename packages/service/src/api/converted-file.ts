/** Finds or makes a file that is converted from a version of an asset. */

import { ApiError } from '../../../core/src/domain/errors.ts';
import type { TilePlace } from '../../../core/src/domain/tiles.ts';
import type { ConversionPlan } from '../../../media/src/conversions/conversion-plan.ts';
import type { Converted } from '../../../media/src/conversions/conversions.ts';
import type { LastingReason } from '../../../media/src/derived/cannot-make.ts';
import { networkOf } from '../coordination/network-of.ts';
import { damaged, noFile, type Selection } from './delivery.ts';
import type { Context } from './operation.ts';

/** Seconds after which a caller may retry while the file is being converted. */
const RETRY_SECONDS = 3;
/** Seconds after which what took too long is tried again. */
export const LATER_SECONDS = 60;

/** What to convert, and what messages call it, such as `the download`. */
export interface WantedFile extends Pick<Selection, 'parameter' | 'asset' | 'version'> {
  readonly what: string;
}

interface WantedTile extends WantedFile {
  readonly tile: TilePlace;
}

type Kind<Name extends Converted['kind']> = Extract<Converted, { readonly kind: Name }>;

/**
 * Returns the file, `original` if none is needed, or why it cannot be made; where a tile is wanted, perhaps that alone. Rejects
 * with `file_not_found` if the original is missing or damaged, with `not_ready` once the request has lasted
 * `conversionWaitSeconds`, and with `overloaded` if it may be possible later.
 */
export async function convertedFile(
  wanted: WantedTile,
  plan: ConversionPlan,
  context: Context,
): Promise<Kind<'made' | 'tile'> | 'original' | LastingReason>;
export async function convertedFile(
  wanted: WantedFile,
  plan: ConversionPlan,
  context: Context,
): Promise<Kind<'made'> | 'original' | LastingReason>;
export async function convertedFile(
  wanted: WantedFile | WantedTile,
  plan: ConversionPlan,
  { caller, services, signal, startedAt }: Context,
): Promise<Kind<'made' | 'tile'> | 'original' | LastingReason> {
  const { parameter, asset, version, what } = wanted;
  const { file, properties } = version;
  const size = file && (await services.originals.size(file.sha256, { signal }));
  if (!file || size === undefined) throw noFile(wanted);
  if (size !== file.size) throw damaged(wanted);
  const waited = (performance.now() - startedAt) / 1000;
  const seconds = Math.max(0, services.conversionWaitSeconds - waited);
  const source = { sha256: file.sha256, properties };
  const tile = 'tile' in wanted && { tile: wanted.tile };
  const order = { source, plan, ...tile, seconds, caller: networkOf(caller.address) };
  const converted = await services.conversions.get(order, { signal });
  switch (converted.kind) {
    case 'made':
    case 'tile':
      return converted;
    case 'original':
      return 'original';
    case 'cannot':
      return converted.reason;
    case 'pending':
      throw notReady(parameter, what, RETRY_SECONDS);
    case 'worker_failed':
      throw overloaded(`${parameter}: asset ${asset.id} could not be converted in time; try again`, converted.seconds);
    case 'full':
      throw overloaded(`${parameter}: there is no room for converted files just now; try again`, converted.seconds);
  }
}

/** Says that a file is being made, and when to ask for it again. */
export function notReady(parameter: string, what: string, retryAfterSeconds: number): ApiError {
  return new ApiError('not_ready', `${parameter}: ${what} is being prepared; try again`, { retryAfterSeconds });
}

export function overloaded(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError('overloaded', message, { retryAfterSeconds });
}
