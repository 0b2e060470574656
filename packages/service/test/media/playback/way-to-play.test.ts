import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AudioStream, Probe, VideoStream } from '../../../src/media/ffmpeg/probe.ts';
import { wayToPlay } from '../../../src/media/playback/way-to-play.ts';

const video = (codec: string, pixelFormat = 'yuv420p'): VideoStream => ({
  index: 0,
  codec,
  profile: '',
  pixelFormat,
  width: 640,
  height: 360,
  pixelAspect: 1,
  rotation: 0,
  transfer: '',
});
const audio = (codec: string, channels = 2): AudioStream => ({ index: 1, codec, profile: '', channels });
const file = (format: string, streams: Pick<Probe, 'video' | 'audio'>, brand = ''): Probe => ({
  format,
  brand,
  seconds: 1,
  ...streams,
});
const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2';
const WEBM = 'matroska,webm';
const asItIs = (mediaType: string) => ({ kind: 'as-it-is', mediaType });
const convert = (container: string, streams: object) => ({ kind: 'convert', container, ...streams });

const CASES: readonly (readonly [title: string, mediaType: string, probe: Probe, way: object])[] = [
  [
    'H.264 with AAC in MP4 plays',
    'video/mp4',
    file(MP4, { video: video('h264'), audio: audio('aac') }, 'isom'),
    asItIs('video/mp4'),
  ],
  ['an M4V plays as MP4', 'video/x-m4v', file(MP4, { video: video('h264') }, 'M4V '), asItIs('video/mp4')],
  [
    'VP9 with Opus in WebM plays',
    'video/webm',
    file(WEBM, { video: video('vp9'), audio: audio('opus') }),
    asItIs('video/webm'),
  ],
  ['MP3 plays', 'audio/mpeg', file('mp3', { audio: audio('mp3') }), asItIs('audio/mpeg')],
  ['plain WAV plays', 'audio/wav', file('wav', { audio: audio('pcm_s16le') }), asItIs('audio/wav')],
  ['sound alone in an MP4 is sound', 'video/mp4', file(MP4, { audio: audio('aac') }, 'M4A '), asItIs('audio/mp4')],
  [
    'QuickTime is moved into MP4',
    'video/quicktime',
    file(MP4, { video: video('h264'), audio: audio('aac') }, 'qt  '),
    convert('mp4', { video: 'copy', audio: 'copy' }),
  ],
  [
    'sound of cameras is encoded, their film copied',
    'video/quicktime',
    file(MP4, { video: video('h264'), audio: audio('pcm_s16be') }, 'qt  '),
    convert('mp4', { video: 'copy', audio: 'encode' }),
  ],
  [
    'Matroska with H.264 is moved into MP4',
    'video/matroska',
    file(WEBM, { video: video('h264'), audio: audio('aac') }),
    convert('mp4', { video: 'copy', audio: 'copy' }),
  ],
  [
    'Matroska with VP8 is moved into WebM',
    'video/matroska',
    file(WEBM, { video: video('vp8'), audio: audio('vorbis') }),
    convert('webm', { video: 'copy', audio: 'copy' }),
  ],
  [
    'ten bits are too many for H.264',
    'video/mp4',
    file(MP4, { video: video('h264', 'yuv420p10le') }, 'isom'),
    convert('mp4', { video: 'encode' }),
  ],
  [
    'so are more colours',
    'video/mp4',
    file(MP4, { video: video('h264', 'yuv422p') }, 'isom'),
    convert('mp4', { video: 'encode' }),
  ],
  [
    'HEVC is encoded',
    'video/mp4',
    file(MP4, { video: video('hevc'), audio: audio('aac') }, 'isom'),
    convert('mp4', { video: 'encode', audio: 'copy' }),
  ],
  [
    'MPEG-2 is encoded',
    'video/mpeg',
    file('mpeg', { video: video('mpeg2video'), audio: audio('mp2') }),
    convert('mp4', { video: 'encode', audio: 'encode' }),
  ],
  ['AIFF is encoded', 'audio/aiff', file('aiff', { audio: audio('pcm_s16be') }), convert('mp4', { audio: 'encode' })],
  ['ALAC is encoded', 'audio/mp4', file(MP4, { audio: audio('alac') }, 'M4A '), convert('mp4', { audio: 'encode' })],
];

for (const [title, mediaType, probe, way] of CASES) {
  test(title, () => assert.deepEqual(wayToPlay(mediaType, probe), way));
}

const CODECS = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4', 'theora', 'prores'];
const SOUNDS = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm_s16le', 'ac3', 'alac'];
const PIXELS = ['yuv420p', 'yuvj420p', 'yuv420p10le', 'yuv422p', 'yuv444p', ''];
const anyProbe = fc.record({
  mediaType: fc.constantFrom(
    'video/mp4',
    'video/quicktime',
    'video/webm',
    'video/matroska',
    'audio/mpeg',
    'audio/wav',
    'x/y',
  ),
  format: fc.constantFrom(MP4, WEBM, 'ogg', 'mp3', 'wav', 'flac', 'aac', 'avi', 'mpegts', ''),
  brand: fc.constantFrom('isom', 'qt  ', ''),
  film: fc.option(fc.tuple(fc.constantFrom(...CODECS), fc.constantFrom(...PIXELS)), { nil: undefined }),
  sound: fc.option(fc.tuple(fc.constantFrom(...SOUNDS), fc.integer({ min: 1, max: 24 })), { nil: undefined }),
});
const probeOf = ({ format, brand, film, sound }: typeof anyProbe extends fc.Arbitrary<infer T> ? T : never): Probe =>
  file(format, { ...(film ? { video: video(...film) } : {}), ...(sound ? { audio: audio(...sound) } : {}) }, brand);

test('a converted file plays without another conversion', () => {
  fc.assert(
    fc.property(
      anyProbe.filter(({ film, sound }) => film !== undefined || sound !== undefined),
      (asked) => {
        const probe = probeOf(asked);
        const way = wayToPlay(asked.mediaType, probe);
        if (way.kind === 'as-it-is') return;
        const made = file(
          way.container === 'mp4' ? MP4 : WEBM,
          {
            ...(way.video ? { video: way.video === 'copy' && probe.video ? probe.video : video('h264') } : {}),
            ...(way.audio ? { audio: way.audio === 'copy' && probe.audio ? probe.audio : audio('aac') } : {}),
          },
          way.container === 'mp4' ? 'isom' : '',
        );
        const kind = way.video ? 'video' : 'audio';
        assert.deepEqual(wayToPlay(`${kind}/${way.container}`, made), asItIs(`${kind}/${way.container}`));
      },
    ),
  );
});

test('a conversion has the same kinds of streams as its source', () => {
  fc.assert(
    fc.property(anyProbe, (asked) => {
      const way = wayToPlay(asked.mediaType, probeOf(asked));
      if (way.kind === 'as-it-is') assert.ok(asked.film ?? asked.sound);
      else
        assert.deepEqual(
          [way.video !== undefined, way.audio !== undefined],
          [asked.film !== undefined, asked.sound !== undefined],
        );
    }),
  );
});

test('a film plays unconverted only in the two containers of the web', () => {
  fc.assert(
    fc.property(anyProbe, (asked) => {
      const way = wayToPlay(asked.mediaType, probeOf(asked));
      if (way.kind === 'as-it-is' && asked.film) assert.match(way.mediaType, /^video\/(?:mp4|webm)$/);
    }),
  );
});
