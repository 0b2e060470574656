import { ApiError } from '../../../../core/src/domain/errors.ts';
import type { Playable } from '../../../../media/src/playback/playback.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import { withExtension } from '../../downloads/file-names.ts';
import { originalReply } from '../delivery.ts';
import { fileOperation } from '../operation.ts';
import { BOOLEAN, ID, mandatory, one } from '../params.ts';
import { openerOf, playableOf, requirePlayable } from '../playing.ts';
import type { FileReply } from '../replies.ts';

/** File extensions of converted files, by media type. */
const EXTENSIONS: Readonly<Record<string, string>> = { 'video/webm': 'webm', 'audio/webm': 'webm', 'audio/mp4': 'm4a' };

/** Policy for a file opened directly in the browser: it may play, but nothing may run. */
const PLAYS = {
  'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
};

/**
 * GET /asset.do?stream=<asset>: sends a video or sound in byte ranges, either the original or a version that browsers
 * play.
 */
export const mediaStream = fileOperation({
  isSignable: true,
  summary: 'Video or audio file',
  description:
    'Returns a video or a sound for a player of your own, in byte ranges. With `playable=true`, a file ' +
    'that browsers do not play is converted. Until that is ready, the response is 503 with the code ' +
    '`not_ready` and `Retry-After`. Any other asset is refused with status 400.',
  errors: ['asset_not_valid', 'asset_not_found', 'version_not_found', 'file_not_found'],
  mediaTypes: ['video/*', 'audio/*', 'application/*'],
  params: {
    stream: mandatory(one(ID, 'ID of an asset that is a video or a sound')),
    version: one(ID, 'Number of a version; without it, the current one', { since: '2.9' }),
    playable: one(BOOLEAN, '`true` returns a file that browsers play', { default: false }),
  },
  handle: async (context) => {
    const { params, settings } = context;
    const wanted = await requirePlayable('stream', params.stream, params.version, context);
    const { asset, version } = wanted;
    const original = async (mediaType: string, maxAge: FileReply['maxAge']) => {
      const options = { mediaType, maxAge, disposition: 'inline' } as const;
      return { ...(await originalReply({ parameter: 'stream', asset, version }, options, context)), headers: PLAYS };
    };
    if (!params.playable) {
      return await original(
        version.properties.mediaType,
        params.version === undefined ? settings.cache.seconds : 'immutable',
      );
    }
    const playable = await playableOf('stream', { kind: 'film', source: wanted.source }, context);
    if (playable.kind === 'none') throw new ApiError('file_not_found', `stream: asset ${asset.id} has no file`);
    const { mediaType } = playable;
    const maxAge = maxAgeOf(playable, params.version, settings);
    if (playable.kind === 'original') return await original(mediaType, maxAge);
    const { etag, size } = playable;
    const fileName = withExtension(version.name, EXTENSIONS[mediaType] ?? 'mp4');
    const disposition = { type: 'inline', fileName } as const;
    const open = openerOf(playable, context);
    return { mediaType, disposition, etag, size, maxAge, isSentThrough: true, headers: PLAYS, open };
  },
});

/** An original that replaces a failed conversion is cached no longer than the failure is remembered. */
function maxAgeOf(playable: Playable, version: number | undefined, { cache }: EndpointSettings): FileReply['maxAge'] {
  if (playable.kind === 'original' && playable.seconds !== undefined) return Math.min(playable.seconds, cache.seconds);
  return version === undefined ? cache.seconds : 'immutable';
}
