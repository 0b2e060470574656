import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { useSizes } from '../../../../media/test/pictures/told-and-drawn.ts';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';

suite('the size of a preview before it is drawn', () => {
  const { at, toldOf, sizeOf } = useSizes(media);

  const SINE = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
  const COVER = ['-f', 'lavfi', '-i', 'color=red:s=300x200:d=0.1', '-map', '0:a', '-map', '1:v', '-frames:v', '1'];
  /** A picture of the artist, and then the front cover. */
  const FRONT = [
    ...[...SINE, '-f', 'lavfi', '-i', 'color=red:s=300x200:d=0.1', '-f', 'lavfi', '-i', 'color=blue:s=100x50:d=0.1'],
    ...['-map', '0', '-map', '1', '-map', '2', '-frames:v', '1', '-c:v', 'png', '-disposition:v', 'attached_pic'],
    ...['-metadata:s:v:0', 'comment=Artist/performer', '-metadata:s:v:1', 'comment=Cover (front)'],
  ];
  const films: readonly (readonly [name: string, recipe: readonly string[], size: string])[] = [
    ['bars.wav', SINE, '1024x576'],
    ['covered.mp3', [...SINE, ...COVER, '-c:v', 'png', '-disposition:v', 'attached_pic'], '300x200'],
    ...['front.mp3', 'front.flac'].map((name) => [name, FRONT, '100x50'] as const),
    ['film.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=320x180:d=1', '-pix_fmt', 'yuv420p'], '320x180'],
  ];
  test('is that of the poster, of the front cover or of a waveform', { skip: withoutMedia }, async () => {
    for (const [name, recipe, size] of films) {
      ffmpeg([...recipe, at(name)]);
      assert.deepEqual([await toldOf(at(name)), await sizeOf(at(name))], [size, size], name);
    }
  });
});
