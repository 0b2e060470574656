import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import { ApiError } from '../../domain/errors.ts';
import { withExtension } from '../../downloads/file-names.ts';
import type { Playable } from '../../media/playback/playback.ts';
import { BOOLEAN, INTEGER } from '../codecs.ts';
import type { FileReply } from '../file-reply.ts';
import { fileOperation } from '../operation.ts';
import { originalFile } from '../original-file.ts';
import { one, required } from '../params.ts';
import { openerOf, playableOf, requirePlayable } from '../playing.ts';

/** Of what is made. */
const EXTENSIONS: Readonly<Record<string, string>> = { 'video/webm': 'webm', 'audio/webm': 'webm', 'audio/mp4': 'm4a' };

/** Opened by itself it plays, and runs nothing. */
const PLAYS = {
  'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
};

/** GET /asset.do?stream=<asset>: a video or sound in byte ranges, as it is or as browsers play it. */
export const stream = fileOperation({
  endpoint: 'asset.do',
  selectors: ['stream'],
  summary: 'Video or audio file',
  params: {
    stream: required(one(INTEGER, 'Asset ID of a video or sound')),
    version: one(INTEGER, 'Version; default the current one', { since: '2.9' }),
    playable: one(BOOLEAN, 'Converted where browsers do not play the file itself', { default: false }),
  },
  handle: async (context) => {
    const { params, settings } = context;
    const wanted = await requirePlayable('stream', params.stream, params.version, context);
    const { asset, version } = wanted;
    const original = async (mediaType: string, maxAge: FileReply['maxAge']) => {
      const options = { mediaType, maxAge, disposition: 'inline' } as const;
      return { ...(await originalFile('stream', asset, version, context, options)), headers: PLAYS };
    };
    if (!params.playable) {
      return await original(
        version.facts.mediaType,
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

/** What stands in for a film that can't be converted just now isn't kept longer than that failure. */
function maxAgeOf(playable: Playable, version: number | undefined, { cache }: EndpointSettings): FileReply['maxAge'] {
  if (playable.kind === 'original' && playable.seconds !== undefined) return Math.min(playable.seconds, cache.seconds);
  return version === undefined ? cache.seconds : 'immutable';
}
