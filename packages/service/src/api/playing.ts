/** Finds what a player gets of a video or sound, or has it made, and waits for it. */
import { QueueFull } from '../../../core/src/concurrency/failures.ts';
import { ApiError, invalidParameter } from '../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { Asset, Version } from '../../../core/src/domain/model.ts';
import type { Playable, PlaybackOrder } from '../../../media/src/playback/playback.ts';
import { networkOf } from '../coordination/network-of.ts';
import { requireAsset, requireVersion } from './assets.ts';
import type { Context } from './operation.ts';
import type { FileReply } from './replies.ts';

/** Seconds after which a caller may retry while the recording is being prepared. */
const RETRY_SECONDS = 3;

/** A version of an asset that is a video or sound. */
export interface PlayableVersion {
  readonly asset: Asset;
  readonly version: Version;
  readonly source: PlaybackOrder['source'];
}

/**
 * Returns the requested video or sound. Rejects with 404 if the asset does not exist or has no file, with 400 if it is
 * neither video nor sound, with 403 if it is outside its validity.
 */
export async function requirePlayable(
  parameter: string,
  id: number,
  versionNumber: number | undefined,
  context: Context,
): Promise<PlayableVersion> {
  const { services, signal } = context;
  const asset = await requireAsset(parameter, id, context);
  const version = await requireVersion(asset, versionNumber, context);
  const { properties, file } = version;
  if (properties.category !== FILE_CATEGORIES.video && properties.category !== FILE_CATEGORIES.audio) {
    throw invalidParameter(`${parameter}: asset ${asset.id} is neither video nor audio`);
  }
  context.validity.refuse(parameter, asset);
  const size = file && (await services.originals.size(file.sha256, { signal }));
  if (!file || size === undefined) throw new ApiError('file_not_found', `${parameter}: asset ${asset.id} has no file`);
  return { asset, version, source: { sha256: file.sha256, properties } };
}

/** Returns the file to send. Waits while it is being made, at most `playbackWaitSeconds`; then rejects with 503. */
export async function playableOf(
  parameter: string,
  order: Omit<PlaybackOrder, 'seconds' | 'caller'>,
  { caller, services, signal }: Pick<Context, 'caller' | 'services' | 'signal'>,
): Promise<Exclude<Playable, { kind: 'pending' }>> {
  const playable = await services.playback.get(
    { ...order, seconds: services.playbackWaitSeconds, caller: networkOf(caller.address) },
    { signal },
  );
  if (playable.kind === 'pending') {
    throw new ApiError('not_ready', `${parameter}: the recording is being prepared; try again`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  return playable;
}

/**
 * Starts preparing the recording before the player requests it; resolves to true if it is ready within `seconds`. A
 * full queue is not an error yet, because the player asks again.
 */
export async function isReadyWithin(
  seconds: number,
  { source }: PlayableVersion,
  { caller, services, signal }: Pick<Context, 'caller' | 'services' | 'signal'>,
): Promise<boolean> {
  try {
    const { kind } = await services.playback.get(
      { kind: 'film', source, seconds, caller: networkOf(caller.address) },
      { signal },
    );
    return kind !== 'pending';
  } catch (error) {
    if (error instanceof QueueFull) return false;
    throw error;
  }
}

/** Returns the function that opens a derived file for a response. */
export function openerOf(
  file: Extract<Playable, { kind: 'made' }>,
  { services }: Pick<Context, 'services'>,
): FileReply['open'] {
  return async (range, signal) => {
    const lease = await services.leaseDerived(file);
    // The file was evicted since the lookup; a retry makes it again.
    if (!lease) throw new ApiError('not_ready', 'the recording is being prepared; try again', { retryAfterSeconds: 1 });
    const { read } = lease.read(range, signal);
    return { read, [Symbol.asyncDispose]: () => lease[Symbol.asyncDispose]() };
  };
}
