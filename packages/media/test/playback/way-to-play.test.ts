import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import type { AudioStream, Probe, VideoStream } from '../../src/ffmpeg/probe.ts';
import { wayToPlay } from '../../src/playback/way-to-play.ts';

const video = (codec: string, pixelFormat = 'yuv420p', isInterlaced = false): VideoStream => ({
  ...{ index: 0, codec, profile: '', pixelFormat, width: 640, height: 360, pixelAspect: 1, rotation: 0 },
  ...{ transfer: '', primaries: '', matrix: '', isInterlaced },
});
const audio = (codec: string, channels = 2): AudioStream => ({ index: 1, codec, profile: '', channels });
const file = (format: string, streams: Pick<Probe, 'video' | 'audio'>, brand = ''): Probe => ({
  format,
  brand,
  certainty: 100,
  seconds: 1,
  texts: {},
  isFrontCover: false,
  isFilm: streams.video !== undefined,
  ...streams,
});
const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2';
const WEBM = 'matroska,webm';
const asItIs = (mediaType: string) => ({ kind: 'as-it-is', mediaType });

const mp4 = (streams: Pick<Probe, 'video' | 'audio'>, brand = 'isom') => file(MP4, streams, brand);
const camera = (sound: string) => mp4({ video: video('h264'), audio: audio(sound) }, 'qt  ');
const webm = (film: string, sound: string) => file(WEBM, { video: video(film), audio: audio(sound) });
const convert = (container: string, film?: string, sound?: string) => ({
  ...{ kind: 'convert', container },
  ...(film && { video: film }),
  ...(sound && { audio: sound }),
});

const CASES: readonly (readonly [title: string, mediaType: string, probe: Probe, way: object])[] = [
  ['H.264 with AAC in MP4 plays', 'video/mp4', mp4({ video: video('h264'), audio: audio('aac') }), asItIs('video/mp4')],
  ['an M4V plays as MP4', 'video/x-m4v', mp4({ video: video('h264') }, 'M4V '), asItIs('video/mp4')],
  ['VP9 with Opus in WebM plays', 'video/webm', webm('vp9', 'opus'), asItIs('video/webm')],
  ['MP3 plays', 'audio/mpeg', file('mp3', { audio: audio('mp3') }), asItIs('audio/mpeg')],
  ['plain WAV plays', 'audio/wav', file('wav', { audio: audio('pcm_s16le') }), asItIs('audio/wav')],
  ['sound alone in an MP4 is sound', 'video/mp4', mp4({ audio: audio('aac') }, 'M4A '), asItIs('audio/mp4')],
  ['QuickTime is moved into MP4', 'video/quicktime', camera('aac'), convert('mp4', 'copy', 'copy')],
  ['sound of cameras is encoded', 'video/quicktime', camera('pcm_s16be'), convert('mp4', 'copy', 'encode')],
  ['Matroska with H.264 becomes MP4', 'video/matroska', webm('h264', 'aac'), convert('mp4', 'copy', 'copy')],
  ['Matroska with VP8 becomes WebM', 'video/matroska', webm('vp8', 'vorbis'), convert('webm', 'copy', 'copy')],
  ['H.264 of ten bits', 'video/mp4', mp4({ video: video('h264', 'yuv420p10le') }), convert('mp4', 'encode')],
  ['so are fields', 'video/mp4', mp4({ video: video('h264', 'yuv420p', true) }), convert('mp4', 'encode')],
  ['so are more colours', 'video/mp4', mp4({ video: video('h264', 'yuv422p') }), convert('mp4', 'encode')],
  ['HEVC encoded', 'video/mp4', mp4({ video: video('hevc'), audio: audio('aac') }), convert('mp4', 'encode', 'copy')],
  [
    'MPEG-2 is encoded',
    'video/mpeg',
    file('mpeg', { video: video('mpeg2video'), audio: audio('mp2') }),
    convert('mp4', 'encode', 'encode'),
  ],
  ['AIFF is encoded', 'audio/aiff', file('aiff', { audio: audio('pcm_s16be') }), convert('mp4', undefined, 'encode')],
  ['ALAC is encoded', 'audio/mp4', mp4({ audio: audio('alac') }, 'M4A '), convert('mp4', undefined, 'encode')],
];

for (const [title, mediaType, probe, way] of CASES)
  test(title, () => assert.deepEqual(wayToPlay(mediaType, probe), way));

const CODECS = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4', 'theora', 'prores'];
const SOUNDS = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm_s16le', 'ac3', 'alac'];
const PIXELS = ['yuv420p', 'yuvj420p', 'yuv420p10le', 'yuv422p', 'yuv444p', ''];
const anyProbe = fc.record({
  mediaType: fc.constantFrom('video/mp4', 'video/quicktime', 'video/webm', 'audio/mpeg', 'audio/wav', 'x/y'),
  format: fc.constantFrom(MP4, WEBM, 'ogg', 'mp3', 'wav', 'flac', 'aac', 'avi', 'mpegts', ''),
  brand: fc.constantFrom('isom', 'qt  ', ''),
  film: fc.option(fc.tuple(fc.constantFrom(...CODECS), fc.constantFrom(...PIXELS)), { nil: undefined }),
  sound: fc.option(fc.tuple(fc.constantFrom(...SOUNDS), fc.integer({ min: 1, max: 24 })), { nil: undefined }),
});
const probeOf = ({ format, brand, film, sound }: typeof anyProbe extends fc.Arbitrary<infer T> ? T : never): Probe =>
  file(format, { ...(film ? { video: video(...film) } : {}), ...(sound ? { audio: audio(...sound) } : {}) }, brand);

test('a converted file plays without another conversion', () => {
  forAll(
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
  );
});
